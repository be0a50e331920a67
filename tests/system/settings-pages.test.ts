import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textsOfTabs } from '../../src/system/settings/found-by.ts'
import { settingsPages, settingsTabs } from '../../src/system/settings/points.ts'
import { textsOf } from '../../src/system/settings/texts.rules.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const told = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('the pages of the settings', () => {
  it('are six, hold every tab once, and tell what is set there', async () => {
    const { registry } = app.services
    const keys = registry.all(settingsPages).map(({ key }) => key)
    expect(keys.toSorted()).toEqual(['administration', 'links', 'messages', 'organisation', 'system', 'training'])
    expect(registry.all(settingsTabs).filter(({ page }) => !keys.includes(page))).toEqual([])
    const administrator = await app.as(1)
    const { $ } = await administrator.page('/settings/?page=administration')
    const inView = $('[data-menu-group] > [data-item]:not([hidden])')
      .map((_, item) => $(item).find('[data-label]').text())
      .get()
    expect(inView).toEqual(
      expect.arrayContaining(['Organisatie', 'Opleidingen', 'Berichten', 'Administratie', 'Koppelingen', 'Systeem', 'Btw']), // prettier-ignore
    )
    expect(inView).not.toContain('Statuskleuren')
    // No tab is called as another one, so that none is told twice.
    const labels = registry.all(settingsTabs).map(({ label }) => label)
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
    const page = await administrator.get('/settings/page/administration')
    expect(told(page.$('a[href="/settings/?tab=bookkeeping"]').text())).toBe('Afgesloten periodeAfgesloten tot en met')
    expect((await administrator.get('/settings/page/none')).status).toBe(404)
  })

  it('are searched by the label, hint and heading of every setting', async () => {
    const { registry } = app.services
    const administrator = await app.as(1)
    const tabs = registry.all(settingsTabs)
    const texts = textsOfTabs(app.services)
    const missed: string[] = []
    for (const { key, url } of tabs) {
      const { $, status } = await administrator.get(url)
      if (status !== 200 || $('[data-table]').length > 0) continue
      const known = texts.get(key)!
      const words = [...known.labels, ...known.others].join('\n').toLowerCase()
      $('form .form-label, .section-title').each((_, one) => {
        const text = told($(one).text()).replace(/ \*$/, '')
        // Years and statuses are data.
        if (!/^\d+$|^Kleur van /.test(text) && !words.includes(text.toLowerCase())) missed.push(`${key}: ${text}`)
      })
    }
    expect(missed).toEqual([])
    expect(texts.get('reminders')!.others).toContain(
      'Minimaal 15: de wet geeft een particulier veertien dagen na bezorging.',
    )
  })

  it('show text and moment of a message in one line of its subject', async () => {
    const administrator = await app.as(1)
    const { $ } = await administrator.get('/settings/messages/list')
    const line = (text: string) => $('tr', $('caption').filter((_, one) => $(one).text() === text).parent()) // prettier-ignore
    const hrefs = line('Offertes').find('a').map((_, link) => $(link).attr('href')!).get() // prettier-ignore
    expect(hrefs).toEqual(expect.arrayContaining([expect.stringMatching(/^\/messages\/default\/view\/\d+$/), '/settings/?tab=sale-messages'])) // prettier-ignore
    expect(line('Brieven').find('a[href="/settings/?tab=reminders"]').length).toBeGreaterThan(0)
    expect($(`a[href="/messages/moments/edit/${app.story.moment}"]`).length).toBe(1)
  })
})

describe('the texts of a view', () => {
  it('are its labels, headings and hints, and nothing of its code', () => {
    const view = `<%# A comment: 'no'. %><h2 class="section-title">Kop</h2><p>Lees <b>dit</b>.</p>
      <%- include('/a/b', { field: facts.control('x', null, { hint: 'Een hint' }) }) %><i data-region="/c/d"></i>`
    expect(textsOf(view, (field) => (field === 'x' ? 'Veld' : null))).toEqual({
      labels: ['Veld'],
      others: ['Kop', 'Lees dit.', 'Een hint'],
      draws: ['/a/b'],
      asks: ['/c/d'],
    })
  })
})
