import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE, type RoleId } from '../../src/platform/access/roles.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { type PopupAction, popupActions } from '../../src/platform/screens/popup/popup-actions.ts'
import { contactsManageArea } from '../../src/relations/contacts/rights.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let product: Registry
beforeAll(async () => {
  app = await testApp()
  product = app.services.registry
})
afterAll(() => app.close())

interface Offered {
  buttons: string[]
  primary: string[]
  /** What stands behind the arrow of the next step. */
  steps: string[]
  menu: string[]
  /** Its first level: what stands below a line is told by that line, where that are several. */
  lines: string[]
}

interface Entry {
  label: string
  under?: { label: string }
}

/** What the head of a popup offers: its buttons, and the entries of its menu. */
async function offered(role: RoleId, url: string): Promise<Offered> {
  const { $ } = await (await app.as(role)).get(url)
  const menu = String($('[data-popup-options]').val() ?? '')
  const entries = JSON.parse(Buffer.from(menu, 'base64').toString() || '[]') as Entry[]
  const below = Map.groupBy(entries, ({ under }) => under?.label)
  const line = ({ label, under }: Entry) => (under && below.get(under.label)!.length > 1 ? `${under.label} ▸` : label)
  const steps = JSON.parse($('.next-step [data-menu]').attr('data-menu') ?? '[]') as { label: string }[]
  const labels = (selector: string) =>
    $(selector)
      .toArray()
      .map((button) => $(button).text())
  return {
    buttons: labels('.popup-tools [data-tool]'),
    primary: labels('.popup-tools .btn-primary[data-tool]'),
    steps: steps.map(({ label }) => label),
    menu: entries.map(({ label }) => label),
    lines: [...new Set(entries.map(line))],
  }
}

describe('the popup of a record offers what its modules add, in the order that they tell', () => {
  const papers = ['Handtekeningen', 'Presentielijst', 'Competentielijst', 'Badges']

  it('of a planning, by role', async () => {
    const { coming } = app.story.appointments
    const url = `/calendar/view-appointment/${coming}`
    expect(await offered(ROLE.scheduler, url)).toEqual({
      // Enrolling comes next, and stands above the students (T-103).
      buttons: [],
      primary: [],
      steps: ['Resultaten invullen', 'Checklist invullen', 'Afronden', 'Facturen maken'],
      menu: [
        'Wijzigen',
        'Onderdeel verplaatsen',
        'Dupliceren',
        'Bericht aan cursisten',
        'Minimum en beslissen',
        ...papers,
        'Adresetiketten',
        'Certificaten afdrukken',
        'Certificaten',
        'E-learning',
        'Evaluatie',
        'Orders',
        'Alleen dit onderdeel annuleren',
        'Annuleren',
        'Verwijderen',
      ],
      lines: [
        'Wijzigen',
        'Onderdeel verplaatsen',
        'Dupliceren',
        'Bericht aan cursisten',
        'Minimum en beslissen',
        'Afdrukken ▸',
        'E-learning',
        'Evaluatie',
        'Orders',
        'Annuleren en verwijderen ▸',
      ],
    })
    const { $ } = await (await app.as(ROLE.scheduler)).get(url)
    const leading = '/calendar/ID/places?leads=1'.replace('ID', String(coming))
    expect($(`[data-region="${leading}"]`)).toHaveLength(1)
    expect((await (await app.as(ROLE.scheduler)).get(leading)).$('.btn-primary').text()).toBe('Inschrijven')
    // The palette finds it from every tab.
    const inside = JSON.parse($('.popup-tools [data-inside]').attr('data-inside')!) as { url: string }[]
    expect(inside.map(({ url }) => url)).toEqual([`/calendar/enroll/${coming}/0`])
    expect(await offered(ROLE.teacher, url)).toEqual({
      buttons: ['Aanwezigheid'],
      primary: ['Aanwezigheid'],
      steps: ['Checklist invullen'],
      menu: [...papers, 'Evaluatie'],
      lines: ['Afdrukken ▸', 'Evaluatie'],
    })
    for (const role of [ROLE.supervisor, ROLE.student, ROLE.lotus])
      expect(await offered(role, url)).toEqual({ buttons: [], primary: [], steps: [], menu: [], lines: [] })
  })

  it('of a planning of which nothing is left to be finished', async () => {
    const { coming } = app.story.appointments
    const { rows } = await app.pool.query<{ id: number; status: string }>(
      'select id, status from appointments where group_id = (select group_id from appointments where id = $1)',
      [coming],
    )
    await app.pool.query(`update appointments set status = 'cancelled' where id = any($1)`, [rows.map(({ id }) => id)])
    const cancelled = await offered(ROLE.scheduler, `/calendar/view-appointment/${coming}`)
    expect([cancelled.buttons, cancelled.steps]).toEqual([[], []])
    for (const { id, status } of rows)
      await app.pool.query('update appointments set status = $2 where id = $1', [id, status])
  })

  it('of a contact and of a company', async () => {
    const { contacts, companies } = app.story
    expect((await offered(ROLE.scheduler, `/contact/view/${contacts.anouk}`)).menu).toEqual([
      'Contact opnemen',
      'Naar een ander bedrijf',
      'Losmaken van bedrijf',
      'Samenvoegen',
      'Deactiveren',
      'Adresetiket',
      'Verwijderen',
      'Offerte van wat verloopt',
      'E-learning geven',
      'Op de wachtlijst zetten',
    ])
    expect((await offered(ROLE.supervisor, `/contact/view/${contacts.anouk}`)).menu).toEqual([
      'Contact opnemen',
      'Op de wachtlijst zetten',
    ])
    expect((await offered(ROLE.scheduler, `/company/view/${companies.deLinde}`)).menu).toEqual([
      'Contact opnemen',
      'Samenvoegen',
      'Uitkomsten',
      'Deactiveren',
      'Adresetiket',
      'Verwijderen',
      'Offerte van wat verloopt',
      'Herhalingen inplannen',
    ])
  })
})

describe('one of them is the primary', () => {
  const lead = async (role: RoleId, url: string) => {
    const { primary, steps } = await offered(role, url)
    return [primary, steps]
  }

  it('what comes next, or changing where nothing does', async () => {
    const { contacts, companies, courses } = app.story
    const person = `/contact/view/${contacts.anouk}`
    expect(await lead(ROLE.scheduler, person)).toEqual([['Inschrijven'], []])
    expect(await lead(ROLE.scheduler, `/company/view/${companies.deLinde}`)).toEqual([['Inschrijven'], []])
    expect(await lead(ROLE.student, `/contact/view/${contacts.student}`)).toEqual([['Wijzigen'], []])
    expect(await lead(ROLE.teacher, `/course/view/${courses.bhv}`)).toEqual([[], []])
  })

  it('of a contact: the agenda of who gives courses and is no student, and letting in who was put out of use', async () => {
    const person = (more: object) => addContact(app.db, { last_name: 'Stap', ...more })
    const stepsOf = async (id: number) => lead(ROLE.scheduler, `/contact/view/${id}`)
    expect(await stepsOf(await person({ roles: [ROLE.teacher] }))).toEqual([['Agenda openen'], ['Inschrijven']])
    const both = await person({ roles: [ROLE.teacher, ROLE.student] })
    expect(await stepsOf(both)).toEqual([['Inschrijven'], ['Agenda openen']])
    expect(await stepsOf(await person({ roles: [ROLE.supervisor] }))).toEqual([['Inschrijven'], []])
    const out = await person({ roles: [ROLE.teacher], active: false })
    expect(await stepsOf(out)).toEqual([['Activeren'], []])
    expect((await offered(ROLE.scheduler, `/contact/view/${out}`)).menu).not.toContain('Activeren')
  })

  it('of a company: its first contact while nobody is known there', async () => {
    const { id } = await app.db
      .insertInto('companies')
      .values({ name: 'Zonder mensen', client_id: 700_100 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const url = `/company/view/${id}`
    expect(await lead(ROLE.scheduler, url)).toEqual([['Contact toevoegen'], ['Inschrijven']])
    const contact_id = await addContact(app.db, { company_id: id })
    await app.db.insertInto('contact_companies').values({ contact_id, company_id: id }).execute()
    expect(await lead(ROLE.scheduler, url)).toEqual([['Inschrijven'], []])
    await app.db.updateTable('companies').set({ active: false }).where('id', '=', id).execute()
    expect(await lead(ROLE.scheduler, url)).toEqual([['Activeren'], []])
  })

  it('of a course: planning it while nothing of it is to come, enrolling in it from then on', async () => {
    const { bhv, retired } = app.story.courses
    const todo = async (id: number) =>
      (await (await app.as(ROLE.scheduler)).get(`/course/view/${id}`)).$('.todo-line .grow').text()
    expect(await lead(ROLE.scheduler, `/course/view/${bhv}`)).toEqual([['Inschrijven'], ['Plannen']])
    expect(await todo(bhv)).toBe('')
    const { rows } = await app.pool.query<{ id: number; status: string }>(
      `update appointments a set status = 'cancelled' from appointments old, appointment_groups g
       where old.id = a.id and g.id = a.group_id and g.course_id = $1 and a.starts_at > now() returning a.id, old.status`,
      [bhv],
    )
    expect(await lead(ROLE.administrator, `/course/view/${bhv}`)).toEqual([['Plannen'], ['Inschrijven']])
    expect(await todo(bhv)).toBe('Nog niet geplandNiemand kan zich inschrijven')
    expect(await lead(ROLE.scheduler, `/course/view/${retired}`)).toEqual([['Wijzigen'], []])
    expect(await todo(retired)).toBe('')
    for (const { id, status } of rows)
      await app.pool.query('update appointments set status = $2 where id = $1', [id, status])
  })
})

describe('an area that is not of the product', () => {
  const given = (label: string, more: Partial<PopupAction> = {}): PopupAction => ({
    record: 'contact',
    place: 'button',
    order: 70,
    area: contactsManageArea,
    right: 'change',
    action: ({ id }) => ({ label, icon: 'file-invoice', kind: 'popup', url: `/quotations/add/${id}` }),
    ...more,
  })
  const withActions = async <T>(actions: PopupAction[], work: () => Promise<T>): Promise<T> => {
    app.services.registry = new Registry([
      ...manifests,
      areaManifest('fixture', [{ gifts: [give(popupActions, actions)] }]),
    ])
    try {
      return await work()
    } finally {
      app.services.registry = product
    }
  }
  const url = () => `/contact/view/${app.story.contacts.anouk}`
  const only = (name: string) => ({
    when: (_viewer: unknown, id: number) => sql`exists (
    select 1 from contacts where id = ${id} and first_name = ${name})`,
  })

  /** How many queries a popup takes; the session of the browser is known then. */
  const queriesOf = async (browser: Browser, address: string): Promise<number> => {
    await browser.get(address)
    return countQueries(app, () => browser.get(address))
  }

  it('adds a button and an entry where it says, for who has the right', async () => {
    const actions = [given('Offerte'), given('Eerst', { order: 5 }), given('Order', { place: 'menu', order: 15 })]
    await withActions(actions, async () => {
      const { buttons, menu } = await offered(ROLE.scheduler, url())
      expect(buttons).toEqual(['Inschrijven', 'Eerst', 'Wijzigen', 'Offerte'])
      expect(menu.slice(0, 3)).toEqual(['Contact opnemen', 'Order', 'Naar een ander bedrijf'])
      const supervisor = await offered(ROLE.supervisor, url())
      expect([supervisor.buttons, supervisor.menu]).toEqual([
        ['Inschrijven', 'Wijzigen'],
        ['Contact opnemen', 'Op de wachtlijst zetten'],
      ])
      // Another type of record has none of it.
      expect((await offered(ROLE.scheduler, `/company/view/${app.story.companies.deLinde}`)).buttons).toEqual([
        'Inschrijven',
        'Wijzigen',
      ])
    })
  })

  it('adds what some records have to these alone, and the popup asks no query more for it', async () => {
    const planner = await app.as(ROLE.scheduler)
    const administrator = await app.as(ROLE.administrator)
    const before = await queriesOf(planner, url())
    const actions = [given('Alleen Anouk', only('Anouk')), given('Niemand', only('Niemand')), given('Ieder')]
    await withActions(actions, async () => {
      // Of somebody else, since the query of a popup is kept for a while for who opened it.
      expect((await offered(ROLE.administrator, url())).buttons).toEqual([
        'Inschrijven',
        'Wijzigen',
        'Alleen Anouk',
        'Ieder',
      ])
      expect(await queriesOf(administrator, url())).toBe(before)
    })
    const company = `/company/view/${app.story.companies.deLinde}`
    const none = [given('Nooit', { record: 'company', ...only('Niemand') })]
    const plain = await queriesOf(planner, company)
    expect(await withActions(none, () => queriesOf(planner, company))).toBe(plain)
  })
})
