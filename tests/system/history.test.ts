import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { addPeople, addPlanning } from '../training/enrolment-support.ts'
import { labelsOf } from '../../src/system/history/points.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
  planner = await app.as(2)
})
afterAll(() => app.close())

const rows = (answer: Awaited<ReturnType<Browser['get']>>) =>
  answer
    .$('tbody tr[data-id]')
    .map((_, tr) => answer.$(tr).text().replace(/\s+/g, ' ').trim())
    .get()

const KEPT = [
  'first_name',
  'initials',
  'last_name_prefix',
  'last_name',
  'gender',
  'email',
  'phone',
  'mobile_phone',
  'street',
  'street_no',
  'street_no_adding',
  'postal_code',
  'city',
] as const

/** Moves the contact to another company, with a new job title and phone. */
async function changeContact(browser: Browser, id: number, fields: Record<string, string | number>): Promise<void> {
  const contact = await app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const answer = await browser.post(`/contact/edit/${id}`, {
    ...Object.fromEntries(KEPT.map((name) => [name, contact[name] ?? ''])),
    birth_date: contact.birth_date?.split('-').reverse().join('-') ?? '',
    'roles[]': contact.roles,
    company_id: contact.company_id ?? -1,
    version: contact.version,
    ...fields,
  })
  expect(answer.status).toBe(204)
}

describe('the history of a record', () => {
  it('says who changed which fields from what to what, in Dutch [R-289][S-177]', async () => {
    const id = app.story.contacts.gerrit
    await changeContact(planner, id, { job_title: 'Magazijnchef', company_id: app.story.companies.deLinde })
    const popup = await planner.get(`/events/view_of/contact/${id}`)
    expect(popup.$('.popup-sub').text()).toMatch(/^Contact Gerrit/)
    const table = await planner.get(popup.$('[data-region]').attr('data-region')!)
    const [last] = rows(table).filter((row) => row.includes('Functie'))
    expect(last).toContain('Sanne Willems')
    expect(last).toContain('wijzigde de functie en het bedrijf van Gerrit')
    expect(last).toContain('Functie: ')
    expect(last).toContain('→ Magazijnchef')
  })

  it('shows one entry with all its fields [R-288][S-176]', async () => {
    const id = app.story.contacts.gerrit
    await changeContact(administrator, id, { job_title: 'Chef', company_id: app.story.companies.kuipers })
    const entry = await app.db
      .selectFrom('history')
      .select('id')
      .where('record_type', '=', 'contact')
      .where('record_id', '=', id)
      .where('action', '=', 'update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const popup = await planner.get(`/logs/view/${entry.id}`)
    const text = popup.$('.popup-body').text().replace(/\s+/g, ' ')
    expect(text).toContain('Marieke de Boer')
    const lines = popup
      .$('.history-lines tbody tr')
      .map((_, tr) =>
        popup
          .$(tr)
          .children()
          .map((__, cell) => popup.$(cell).text())
          .get()
          .join(' | '),
      )
      .get()
    const name = await app.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', app.story.companies.kuipers)
      .executeTakeFirstOrThrow()
    expect(lines).toContain('Functie | Magazijnchef | Chef')
    expect(lines.find((line) => line.startsWith('Bedrijf | '))).toMatch(new RegExp(`\\| ${name.name}$`))
  })

  it('is a tab of every record that has one', async () => {
    const { contacts, companies, appointments } = app.story
    for (const path of [`/contact/view/${contacts.anouk}`, `/company/view/${companies.deLinde}`]) {
      const popup = await planner.get(path)
      expect([path, popup.$('[data-item=history]').length]).toEqual([path, 1])
    }
    expect((await planner.get(`/calendar/view-appointment/${appointments.coming}`)).text).toContain(
      '/events/of/appointment/',
    )
    const supervisor = await app.as(4)
    expect((await supervisor.get(`/contact/view/${contacts.anouk}`)).$('[data-item=history]').length).toBe(0)
  })

  it('of users is for administrators, as are users themselves', async () => {
    const user = app.story.users[3]!
    expect(rows(await administrator.get(`/events/of/user/${user}`)).length).toBeGreaterThan(0)
    expect(rows(await planner.get(`/events/of/user/${user}`))).toEqual([])
    expect((await planner.get(`/events/view_of/user/${user}`)).status).toBe(404)
    const entry = await app.db
      .selectFrom('history')
      .select('id')
      .where('record_type', '=', 'user')
      .executeTakeFirstOrThrow()
    expect((await planner.get(`/logs/view/${entry.id}`)).status).toBe(404)
    expect((await administrator.get(`/events/view_of/nonsense/1`)).status).toBe(404)
    expect((await administrator.get(`/events/view_of/contact/2000000000`)).status).toBe(404)
  })

  it('of a record costs as many queries for many entries as for few', async () => {
    const id = app.story.contacts.anouk
    const path = `/events/of/contact/${id}?embed=1&max_per_page=200`
    for (let i = 0; i < 3; i++) await changeContact(administrator, id, { job_title: `Functie ${i}` })
    const few = await countQueries(app, () => administrator.get(path))
    for (let i = 3; i < 20; i++) await changeContact(administrator, id, { job_title: `Functie ${i}` })
    expect(await countQueries(app, () => administrator.get(path))).toBe(few)
  })
})

describe('an action', () => {
  it('is one entry however many rows it changed, told in a sentence about names, with all of it behind it', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const people = await addPeople(app, 3)
    await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': people })
    const again = await app.as(1)
    const entries = await again.get('/history?type=enrolment')
    const [first, second] = rows(entries)
    expect(first).toMatch(/Sanne Willems schreef 3 cursisten in voor BHV basis [-\d]+ en BHV basis [-\d]+/)
    expect(second ?? '').not.toContain('3 cursisten')
    expect(rows(await again.get('/history'))[0]).toContain('schreef 3 cursisten in')
    expect(entries.$('td.c-long').first().text()).toContain('schreef 3 cursisten in')
    const id = entries.$('tbody tr[data-id]').first().attr('data-id')
    const popup = await again.get(`/logs/view/${id}`)
    expect(popup.$('.popup-sub').text()).toContain('schreef 3 cursisten in')
    expect(popup.$('.history-part')).toHaveLength(6)
    for (const text of [first, popup.text]) expect(text).not.toMatch(/nummer \d+/)

    await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': await addPeople(app, 1) })
    expect(rows(await again.get('/history'))[0]).toMatch(/schreef cursist \S+ .+ in/)
    // What can be taken back is told in the same sentences.
    const actions = (await planner.get('/undo')).$('.action-list').text()
    expect(actions).toContain('Sanne Willems schreef 3 cursisten in')
  })

  it('tells of a change of one field what it was and what it became', async () => {
    const id = app.story.contacts.gerrit
    await changeContact(planner, id, { job_title: 'Heftruckchauffeur' })
    await changeContact(planner, id, { job_title: 'Magazijnmeester' })
    const [last] = rows(await planner.get(`/events/of/contact/${id}`))
    expect(last).toMatch(/Sanne Willems wijzigde de functie van Gerrit .+: Heftruckchauffeur werd Magazijnmeester/)
  })

  it('tells of a setting which of its fields changed', async () => {
    const { $ } = await administrator.get('/settings/mail')
    const value = (name: string) => String($(`[name="${name}"]`).val() ?? '')
    const kept = Object.fromEntries(['version', 'reply_to', 'undo_seconds'].map((name) => [name, value(name)]))
    const change = { ...kept, sender_name: 'De Opleider' }
    expect((await administrator.post('/settings/mail', change)).status).toBeLessThan(300)
    const [last] = rows(await administrator.get('/history?type=setting'))
    expect(last).toMatch(/wijzigde 'Naam van de afzender' van E-mail: .* werd De Opleider/)
  })
})

describe('the history of everything', () => {
  it('filters by person, kind, number, action and period', async () => {
    const { gerrit } = app.story.contacts
    const admin = app.story.users[1]!
    await changeContact(administrator, gerrit, { job_title: 'Directeur' })
    const found = async (query: string) => rows(await administrator.get(`/history?max_per_page=200&${query}`))
    expect((await found(`person=${admin}&type=contact&record=${gerrit}&action=update`))[0]).toContain('Directeur')
    expect(await found(`person=${app.story.users[5]!}&type=contact`)).toEqual([])
    expect(await found('until=01-01-2001')).toEqual([])
    const today = new Intl.DateTimeFormat('nl-NL', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone: 'Europe/Amsterdam',
    }).format(new Date())
    expect((await found(`from=${today}&until=${today}&record=${gerrit}&type=contact`)).length).toBeGreaterThan(0)
    expect((await administrator.get('/history?record=abc')).status).toBe(422)
    expect((await planner.get('/history')).status).toBe(403)
  })

  it('holds exports and signing in as someone else, with both people', async () => {
    await planner.page('/companies?export=csv')
    const inside = await administrator.request('/loginAs/planner@noordkaap.example', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const cookie = inside.headers.getSetCookie()[0]!.split(';')[0]!
    await app.anonymous.request('/companies?export=csv', { headers: { cookie, accept: 'text/html' } })
    const again = await app.as(1)
    const exports = rows(await again.get('/history?type=company&action=export'))
    expect(exports[1]).toContain('Sanne Willems')
    expect(exports[0]).toContain('Marieke de Boer als Sanne Willems')
    expect(rows(await again.get('/history?type=user&action=login-as')).length).toBe(1)
  })

  it('names the records that an entry mentions', async () => {
    const { contacts, appointments } = app.story
    const mails = await app.db
      .insertInto('mails')
      .values({ recipient: 'a@b.example', subject: 'Uw certificaat', text_body: 'Bijgevoegd' })
      .returning('id')
      .execute()
    await app.db
      .insertInto('history')
      .values([
        {
          record_type: 'enrolment',
          record_id: 999_999,
          action: 'insert',
          changes: JSON.stringify({ appointment_id: [null, appointments.coming], contact_id: [null, contacts.gerrit] }),
        },
        {
          record_type: 'appointment_group',
          record_id: 20_999,
          action: 'update',
          changes: JSON.stringify({ mail_id: [null, mails[0]!.id] }),
        },
      ])
      .execute()
    const again = await app.as(1)
    const [change] = rows(await again.get('/history?record=20999'))
    const [enrolment] = rows(await again.get('/history?record=999999&type=enrolment'))
    expect(change).toContain('Noordkaap vulde het bericht in: Uw certificaat')
    expect(enrolment).toMatch(/Noordkaap schreef cursist Gerrit \D+ in/)
    const { id } = await app.db
      .selectFrom('history')
      .select('id')
      .where('record_id', '=', 999_999)
      .executeTakeFirstOrThrow()
    const details = (await again.get(`/logs/view/${id}`)).$('.history-part').first().text().replace(/\s+/g, ' ')
    expect(details).toMatch(/Onderdeel–\D+ \d{2}-\d{2}-\d{4}/)
    expect(details).toMatch(/Cursist–Gerrit/)
    for (const text of [change, enrolment]) expect(text).not.toContain('nummer')
  })

  it('names whose a document is, also in an entry from before documents hung on records of any type', async () => {
    const { documents, companies } = app.story
    const { rows: found } = await app.owner.pool.query<{ id: number }>(
      `insert into history (record_type, record_id, action, changes)
       values ('document', $1, 'insert', jsonb_build_object('company_id', jsonb_build_array(null, $2::integer))) returning id`,
      [documents.contract, companies.deLinde],
    )
    const { rows: told } = await app.owner.pool.query<{ id: number }>(
      `select id from history where record_type = 'document' and record_id = $1 and action = 'insert' and changes ? 'object_id'`,
      [documents.contract],
    )
    const reader = await app.as(1)
    for (const { id } of [...found, ...told]) {
      expect((await reader.get(`/logs/view/${id}`)).text).toContain(
        '<th scope="row">Bedrijf</th><td>–</td><td>Zorggroep De Linde</td>',
      )
    }
    expect(told).toHaveLength(1)
  })

  it('cannot be edited', async () => {
    await expect(app.owner.pool.query(`update history set actor_id = 1`)).rejects.toThrow('history cannot be edited')
    await expect(app.owner.pool.query(`update history set changes = '{}'`)).rejects.toThrow('history cannot be edited')
  })
})

describe('the words of the history', () => {
  it('exist for every column of every table that keeps one', async () => {
    const { rows: columns } = await app.pool.query<{ type: string; column: string }>(`
      select distinct split_part(encode(t.tgargs, 'escape'), '\\000', 1) as type, a.attname as column
      from pg_trigger t
      join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
      where t.tgname = 'history_insert'
        and a.attname not in ('id', 'version', 'created_at', 'updated_at')
        and a.attname <> all (coalesce(nullif(split_part(encode(t.tgargs, 'escape'), '\\000', 3), ''), '{}')::text[])
      order by 1, 2`)
    expect(columns.length).toBeGreaterThan(80)
    const labels = labelsOf(app.services.registry)
    const wordless = columns.filter(({ type, column }) => labels.get(type)?.fields[column] === undefined)
    expect(wordless.map(({ type, column }) => `${type}.${column}`)).toEqual([])
  })
})
