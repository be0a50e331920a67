import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { may } from '../../src/platform/access/viewer.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { navigationOf } from '../../src/platform/screens/navigation.ts'
import type { PaletteAnswer } from '../../src/platform/search/search.contract.ts'
import { addUser } from '../../src/system/accounts/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { viewerWith } from '../support/viewer.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The main menu as somebody reads it from top to bottom, with what a group holds behind it. */
async function menuOf(role: number): Promise<string[]> {
  const { $ } = await (await app.as(role)).page('/calendar')
  return $('.side-nav > *')
    .toArray()
    .map((entry) => {
      const [lead, ...below] = $(entry)
        .find('.side-link')
        .map((_, link) => $(link).text().trim())
        .get()
      return below.length === 0 ? lead! : `${lead}: ${below.join(', ')}`
    })
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

  it('has a few groups for who plans, with what is set up once at the foot', async () => {
    const menu = (money: string) => [
      ...['Vandaag', 'Agenda'],
      'Opleidingen: Opleidingen, Planningen, Checklists, Evaluaties, E-learning',
      'Cursisten: Registraties, Wachtlijst, Herhalingen, Opnieuw in te plannen, Certificaten, Licenties, Code 95',
      'Docenten: Beschikbaarheid, Docenten gezocht',
      ...['Contacten', 'Bedrijven'],
      'Keuringen: Apparaten, Werkdag, Contracten, Benodigdheden, Acties',
      'Verkoop: Offertes, Orders, Producten, Wat verloopt',
      money,
      'Berichten',
      'Rapporten: Rapporten, Documenten, Bewaarde rapporten',
    ]
    expect(await menuOf(1)).toEqual([
      ...menu('Geld: Facturen, Maandafsluiting, Bank, Herinneringen, Boekhouding'),
      'Instellingen: Gebruikers, Vestigingen, Lokalen, Registers, Apparaatcategorieën, Middelen, Samengevoegd, Historie, Bewaartermijnen',
    ])
    expect(await menuOf(2)).toEqual([...menu('Geld: Facturen, Maandafsluiting, Herinneringen'), 'Instellingen: Vestigingen, Lokalen, Registers, Apparaatcategorieën, Middelen, Samengevoegd']) // prettier-ignore
    // Who has no settings comes by it to what there is.
    const { $ } = await (await app.as(2)).page('/settings/rooms')
    expect($('.side-link[title="Instellingen"]').attr('href')).toBe('/settings/establishments')
    expect($('.side-link[aria-current]').text()).toBe('Lokalen')
  })

  it('is a list in the words of the role for everybody else', async () => {
    expect(await menuOf(3)).toEqual(['Vandaag', 'Werkdag', 'Agenda', 'Aanvragen', 'Beschikbaarheid', 'Opleidingen', 'Checklists', 'Evaluaties', 'Apparaten', 'Documenten']) // prettier-ignore
    expect(await menuOf(4)).toEqual(['Mijn bedrijven', 'Agenda', 'Medewerkers', 'Wachtlijst', 'Herhalingen', 'Certificaten', 'Offertes', 'Facturen', 'Apparaten', 'Contracten', 'Documenten', 'Wat verloopt']) // prettier-ignore
    expect(await menuOf(5)).toEqual(['Mijn opleidingen', 'Agenda', 'Certificaten', 'Herhalingen', 'Documenten'])
    expect(await menuOf(6)).toEqual(['Agenda'])
  })

  it('has at most twelve entries beside the settings, whatever roles somebody has together', () => {
    const roles = Object.values(ROLE)
    for (let set = 1; set < 2 ** roles.length; set++) {
      const has = roles.filter((_, i) => set & (1 << i))
      const { items, others } = navigationOf(app.services.registry, viewerWith(has), '/calendar')
      const shown = items.filter(({ atFoot }) => !atFoot)
      expect([has, shown.length <= 12]).toEqual([has, true])
      // What leaves the view is in the palette, once.
      const all = [...items.flatMap((item) => item.below ?? [item]), ...others].map(({ href }) => href)
      const allowed = app.services.registry.manifests.flatMap(({ nav }) => nav ?? []).filter(({ area }) => may(viewerWith(has), area)) // prettier-ignore
      expect(all.filter((href) => href !== '/settings/').toSorted()).toEqual(allowed.map(({ href }) => href).filter((href) => href !== '/settings/').toSorted()) // prettier-ignore
    }
  })

  it('names groups that there are', () => {
    const { manifests } = app.services.registry
    const groups = manifests.flatMap(({ navGroups }) => navGroups ?? []).map(({ key }) => key)
    for (const { group, href } of manifests.flatMap(({ nav }) => nav ?? []))
      expect([href, group === undefined || groups.includes(group)]).toEqual([href, true])
  })

  it('leads to what stands beside a page, and from there back', async () => {
    const besideOf = (path: string) => navigationOf(app.services.registry, viewerWith([2]), path).beside.map(({ label }) => label) // prettier-ignore
    expect([besideOf('/calendar'), besideOf('/courses/board/locations'), besideOf('/contacts')]).toEqual([['Rooster', 'Planbord', 'Taken', 'Te beoordelen'], ['Agenda', 'Planbord', 'Taken', 'Te beoordelen'], []]) // prettier-ignore
    const { $ } = await (await app.as(2)).page('/courses/board/teachers')
    expect($('.side-link[aria-current]').text()).toBe('Agenda')
    expect($('[data-command="Rooster"]').length).toBe(1)
  })
})

describe('what is made new', () => {
  it('opens for everybody to whom it is offered', async () => {
    for (const role of Object.values(ROLE)) {
      const browser = await app.as(role)
      const { $ } = await browser.page('/calendar')
      const urls = $('#create-menu a').map((_, entry) => $(entry).attr('href')!).get() // prettier-ignore
      for (const url of urls) expect([role, url, (await browser.get(url)).status]).toEqual([role, url, 200])
    }
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
    // Each is found by the words that people have for it.
    const asked = async (role: number) => (await (await app.as(role)).get('/ajax/palette')).json<PaletteAnswer>()
    const { words, places } = await asked(1)
    const told = (href: string) => words[href] ?? ''
    for (const [href, word] of [
      ['/calendar/enroll', 'inschrijven'],
      ['/calendar/enroll', 'excel'],
      ['/replacements/report', 'vervanger'],
      ['/administration/invoices', 'debiteuren'],
      ['/administration/reminders', 'te laat'],
      ['/messages', 'standaardberichten'],
      ['/calendar', 'kalender'],
      ['/products', 'prijsafspraak'],
    ] as const)
      expect([href, told(href)]).toEqual([href, expect.stringContaining(word)])
    // Each tab of the settings is a place of its own, for who may open the settings.
    const tab = (key: string) => places.find(({ href }) => href === `/settings/?tab=${key}`)
    expect([tab('holidays')?.label, tab('two-step')?.words, tab('organisation')?.words]).toEqual(['Instellingen: Feestdagen', expect.stringContaining('wachtwoord'), expect.stringContaining('logo')]) // prettier-ignore
    expect((await asked(2)).places).toEqual([])
    const student = await asked(5)
    expect([Object.keys(student.words).includes('/administration/invoices'), student.places]).toEqual([false, []])
    // What is made new is a link, by whose address its words are known; the page carries none of them.
    const { $ } = await (await app.as(1)).page('/calendar')
    const links = $('a[data-command]').map((_, link) => $(link).attr('href')!).get() // prettier-ignore
    expect(Object.keys(words).filter((href) => !links.includes(href))).toEqual([])
    expect($('[data-command="Ziek of afwezig melden"]').attr('data-synonyms')).toBeUndefined()
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
