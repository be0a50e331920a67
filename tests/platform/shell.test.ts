import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function menuOf(role: number): Promise<string[]> {
  const { $ } = await (await app.as(role)).page('/calendar')
  return $('.side-nav > *')
    .toArray()
    .map((entry) => ($(entry).is('.side-group') ? `[${$(entry).text()}]` : $(entry).text().trim()))
}

describe('the main menu', () => {
  it('goes from the work of the day to what is rarely needed', async () => {
    expect(await menuOf(1)).toEqual([
      'Agenda',
      ...['[Opleidingen]', 'Opleidingen', 'Certificaten'],
      ...['[Relaties]', 'Contacten', 'Bedrijven'],
      ...['[Beheer]', 'Berichten', 'Documenten', 'Gebruikers', 'Vestigingen', 'Lokalen', 'Samengevoegd', 'Historie'],
      ...['Bewaartermijnen', 'Instellingen'],
    ])
    expect((await menuOf(2)).slice(-6)).toEqual([
      '[Beheer]',
      'Berichten',
      'Documenten',
      'Vestigingen',
      'Lokalen',
      'Samengevoegd',
    ])
  })

  it('has no headings over a handful of entries', async () => {
    expect(await menuOf(5)).toEqual(['Agenda', 'Certificaten', 'Contacten', 'Documenten'])
    expect(await menuOf(6)).toEqual(['Agenda'])
  })
})

describe('an error page', () => {
  it('of somebody who is signed in stands beside the menu, with what it is about marked', async () => {
    const planner = await app.as(2)
    const { status, $ } = await planner.page('/contacts/view/999999')
    expect(status).toBe(404)
    expect($('main h1').text()).toBe('Niet gevonden')
    expect($('title').text()).toBe('Niet gevonden – Noordkaap')
    expect($('.side-link[aria-current]').text()).toBe('Contacten')
    expect($('main').text()).toContain('Naar het begin')
    const forbidden = await planner.page('/settings/')
    expect([forbidden.status, forbidden.$('main h1').text()]).toEqual([403, 'Geen toegang'])
    expect(forbidden.$('.side-link').length).toBeGreaterThan(5)
  })

  it('after a failure names what to tell the helpdesk, beside the menu', async () => {
    await app.owner.pool.query('alter table courses rename to courses_away')
    try {
      const { status, $ } = await (await app.as(2)).page('/courses')
      expect(status).toBe(500)
      expect($('.side-link[aria-current]').text()).toBe('Opleidingen')
      expect($('main .mono').text()).not.toBe('')
    } finally {
      await app.owner.pool.query('alter table courses_away rename to courses')
    }
  })

  it('of somebody unknown shows no menu', async () => {
    const { status, $ } = await app.anonymous.page('/bestaat-niet')
    expect([status, $('main h1').text(), $('.side').length]).toEqual([404, 'Niet gevonden', 0])
  })
})
