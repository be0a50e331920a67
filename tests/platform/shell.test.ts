import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addUser } from '../../src/system/accounts/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The main menu in sight, as somebody reads it from top to bottom. */
async function menuOf(role: number, path = '/calendar'): Promise<string[]> {
  const { $ } = await (await app.as(role)).page(path)
  return $('.side-nav .side-group, .side-nav .side-link')
    .toArray()
    .filter((entry) => $(entry).closest('[hidden]').length === 0)
    .map((entry) => ($(entry).is('.side-group') ? `[${$(entry).text()}]` : $(entry).text().trim()))
}

describe('the main menu', () => {
  it('leads nowhere that its reader may not be, whoever that is', async () => {
    // Whoever helps has the roles of others and is nobody's contact.
    const helper = await inTransaction(app.db, null, (trx) =>
      addUser(trx, { name: 'Hulp', email: 'hulp@noordkaap.example', roles: [3], isSupport: true }),
    )
    const readers = [...Object.values(app.story.users), helper]
    const refused = []
    for (const id of readers) {
      const browser = await app.asUser(id)
      const { $ } = await browser.page('/calendar')
      const links = [
        ...new Set(
          $('.side-link')
            .map((_, link) => $(link).attr('href')!)
            .get(),
        ),
      ]
      expect(links).toContain('/calendar')
      for (const href of links) {
        const { status } = await browser.page(href)
        if (status !== 200) refused.push(`${id} ${href} ${status}`)
      }
    }
    expect(refused).toEqual([])
  }, 60_000)

  it('goes from the work of the day to what is rarely needed', async () => {
    expect(await menuOf(1)).toEqual([
      'Agenda',
      'Rooster',
      ...[
        '[Opleidingen]',
        'Opleidingen',
        'Planningen',
        'Wachtlijst',
        'Herhalingen',
        'Opnieuw in te plannen',
        'Certificaten',
        'Docenten gezocht',
        'Code 95',
        'Beschikbaarheid',
        'Checklists',
      ],
      ...['[Relaties]', 'Contacten', 'Bedrijven'],
      ...['[Administratie]', 'Offertes', 'Orders', 'Facturen', 'Maandafsluiting', 'Bank', 'Herinneringen'],
      ...['Boekhouding', 'Rapporten', 'Producten'],
      ...['[Beheer]', 'Berichten', 'Documenten', 'Gebruikers', 'Instellingen'],
    ])
    expect((await menuOf(2)).slice(-4)).toEqual(['[Beheer]', 'Berichten', 'Documenten', 'Instellingen'])
  })

  it('has what is set up once below Instellingen, in sight while somebody is there', async () => {
    const setUp = ['Vestigingen', 'Lokalen', 'Registers', 'Middelen', 'Samengevoegd', 'Historie', 'Bewaartermijnen']
    expect((await menuOf(1, '/settings/')).slice(-8)).toEqual(['Instellingen', ...setUp])
    expect((await menuOf(1, '/history')).slice(-8)).toEqual(['Instellingen', ...setUp])
    // Who has no settings comes by it to what there is.
    const { $ } = await (await app.as(2)).page('/settings/rooms')
    expect((await menuOf(2, '/settings/rooms')).slice(-6)).toEqual(['Instellingen', ...setUp.slice(0, 5)])
    expect($('.side-link[title="Instellingen"]').attr('href')).toBe('/settings/establishments')
    expect($('.side-link[aria-current]').text()).toBe('Lokalen')
    expect(
      $('[data-command]')
        .map((_, entry) => $(entry).attr('data-command'))
        .get(),
    ).toContain('Lokalen')
  })

  it('has no headings over a handful of entries', async () => {
    expect(await menuOf(5)).toEqual([
      'Mijn opleidingen',
      'Agenda',
      'Herhalingen',
      'Certificaten',
      'Contacten',
      'Documenten',
    ])
    expect(await menuOf(6)).toEqual(['Agenda'])
  })
})

describe('the entry of the menu to which a page belongs', () => {
  it('is marked on every page but those that belong to none, and once', async () => {
    const administrator = await app.as(1)
    const pages = app.services.registry.manifests
      .flatMap(({ screens }) => screens)
      .filter(
        ({ kind, area, path }) => (kind === 'page' || kind === 'table') && area !== 'public' && !path.includes(':'),
      )
    const marked = new Map<string, string[]>()
    for (const { path } of pages) {
      const { status, $ } = await administrator.page(path)
      if (status === 200) marked.set(path, $('.side-link[aria-current]').toArray().map((link) => $(link).text().trim())) // prettier-ignore
    }
    // The manual stands in the menu of the account.
    expect([...marked].filter(([, entries]) => entries.length !== 1)).toEqual([['/manual', []]])
    expect([marked.get('/decisions'), marked.get('/administration/invoices'), marked.get('/administration/ageing')]).toEqual([['Planningen'], ['Facturen'], ['Rapporten']]) // prettier-ignore
  })
})

describe('the commands of the frame', () => {
  it('have two keys each that no other has, and are there for who may alone', async () => {
    const commandsOf = async (role: number) => {
      const { $ } = await (await app.as(role)).page('/calendar')
      return $('[data-command]')
        .toArray()
        .map((command) => ({ label: $(command).attr('data-command'), keys: $(command).attr('data-keys') }))
    }
    const all = await commandsOf(1)
    const keys = all.map((command) => command.keys).filter((some) => some !== undefined)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((two) => !/^[gc] [a-z]$/.test(two))).toEqual([])
    expect(all).toEqual(
      expect.arrayContaining([
        { label: 'Nieuwe planning', keys: 'c p' },
        { label: 'Nieuw contact', keys: 'c c' },
        { label: 'Agenda', keys: 'g a' },
        { label: 'Facturen', keys: 'g f' },
        { label: 'Maandafsluiting', keys: 'g u' },
        { label: 'Nieuwe offerte', keys: 'c q' },
        { label: 'Laatste acties', keys: undefined },
      ]),
    )
    expect((await commandsOf(5)).filter((command) => command.keys?.startsWith('c'))).toEqual([])
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
