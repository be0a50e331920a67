import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { entryToken } from '../../src/training/places/waiting-list/link.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  supervisor = await app.as(ROLE.supervisor)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

const rowsOf = async (browser: Browser, path: string) =>
  (await browser.get(path))
    .$('tr[data-id]')
    .toArray()
    .map((row) => row.attribs['data-id'])
const keyOf = (value: unknown) => Buffer.from(JSON.stringify({ values: [String(value)], id: 0 })).toString('base64url')

describe('what a list does not show is not found out by asking', () => {
  it('orders no rows by a column that is left out for who looks, nor goes on from a value of it', async () => {
    const path = '/administration/orders'
    const usual = await rowsOf(teacher, path)
    expect(usual.length).toBeGreaterThan(0)
    for (const sort of ['total', '-total']) expect(await rowsOf(teacher, `${path}?sort=${sort}`)).toEqual(usual)
    // An amount is no place in the order that they have; halving it told the total of an order to the cent.
    expect((await teacher.get(`${path}?sort=total&after=${keyOf(100)}`)).status).toBe(400)
    expect((await planner.get(`${path}?sort=total&after=${keyOf(100)}`)).status).toBe(200)
    const dearest = await rowsOf(planner, `${path}?sort=-total`)
    expect(dearest).not.toEqual(await rowsOf(planner, path))
  })

  it('filters invoices by letters for the office alone', async () => {
    const path = '/administration/invoices'
    const all = await rowsOf(supervisor, path)
    expect(all.length).toBeGreaterThan(0)
    for (const reminded of ['yes', 'no']) expect(await rowsOf(supervisor, `${path}?reminded=${reminded}`)).toEqual(all)
    const labelled = async (browser: Browser) => (await browser.page(path)).text.includes('Herinnerd')
    expect([await labelled(supervisor), await labelled(planner)]).toEqual([false, true])
  })
})

describe('who leads somebody of another company', () => {
  const company = () => app.story.companies.vanLoon
  let person: number
  beforeAll(async () => {
    person = await addContact(app.db, {
      first_name: 'Ilse',
      last_name: 'Elders',
      company_id: company(),
      roles: [ROLE.student],
    })
    const { contacts } = app.story
    await app.pool.query('insert into supervisions (supervisor_id, contact_id) values ($1, $2)', [
      contacts.supervisor,
      person,
    ])
    await app.pool.query(
      'insert into contact_companies (contact_id, company_id) values ($1, $2) on conflict do nothing',
      [person, company()],
    )
    const until = formatDate(addDays(today(), 200))
    expect((await planner.post('/code95/driver/add', { contact_id: person, valid_until: until })).status).toBe(200)
    await app.pool.query(
      `insert into waiting_entries (contact_id, company_id, course_id)
       select $1, $2, min(id) from courses`,
      [person, company()],
    )
    await app.pool.query(
      `insert into contact_refreshers (contact_id, course_id, expires_at) select $1, min(id), current_date + 90 from courses`,
      [person],
    )
  })

  it('is not told which, in no list and no popup', async () => {
    const { rows } = await app.pool.query<{ id: number }>('select id from waiting_entries where contact_id = $1', [
      person,
    ])
    for (const path of [
      '/code95/drivers',
      '/code95/drivers?export=csv',
      '/waiting-list',
      '/waiting-list?export=csv',
      `/waiting-list/view/${rows[0]!.id}`,
      `/waiting-list/off/${rows[0]!.id}`,
    ]) {
      const [own, office] = [await supervisor.get(path), await planner.get(path)]
      for (const { status, text } of [own, office]) expect([path, status, text]).toEqual([path, 200, expect.stringContaining('Elders')]) // prettier-ignore
      expect([path, own.text]).not.toEqual([path, expect.stringContaining('Van Loon')])
      expect(office.text).toContain('Van Loon')
    }
  })

  it('does not find it out by a filter either, which knows the own companies as it did', async () => {
    for (const path of ['/courses/refreshers', '/code95/drivers']) {
      expect([path, await rowsOf(planner, `${path}?company_id=${company()}`)]).not.toEqual([path, []])
      for (const asked of [company(), `!${company()}`])
        expect([path, asked, await rowsOf(supervisor, `${path}?company_id=${asked}`)]).toEqual([path, asked, []])
    }
    const { deLinde } = app.story.companies
    const chosenFrom = async (browser: Browser, at: number) => {
      const filters = encodeURIComponent(JSON.stringify({ company_id: at }))
      return (await browser.get(`/ajax/specialSelectorSearch?type=contact&v=elders&filters=${filters}`)).json()
    }
    expect(await chosenFrom(planner, company())).toHaveProperty(String(person))
    expect(await chosenFrom(supervisor, company())).toEqual({})
    expect(await rowsOf(supervisor, `/courses/refreshers?company_id=${deLinde}`)).not.toEqual([])
    expect(await rowsOf(supervisor, `/courses/refreshers?company_id=${deLinde},${company()}`)).toEqual([])
  })
})

it('the last actions of a supervisor say nothing of what their save did in the administration', async () => {
  const { appointments, companies, students } = app.story
  const [own, other] = students.filter(({ companyId }) => companyId === companies.deLinde).toReversed()
  // A place of an agreement is not told of either; without one left an order is made.
  const taken = await supervisor.post(`/calendar/enroll/${appointments.coming}/0`, { 'students[]': other!.id })
  expect(taken.status).toBe(204)
  expect((await supervisor.get('/undo')).$('.action-list').text()).not.toContain('vereenkomst')
  await app.pool.query('update training_agreements set ends_on = current_date - 1')
  expect((await planner.post(`/calendar/orders/${appointments.coming}`, { order_by: 'company' })).status).toBe(204)
  const enrolled = await supervisor.post(`/calendar/enroll/${appointments.coming}/0`, { 'students[]': own!.id })
  expect(enrolled.status).toBe(204)
  const set = enrolled.undo!.set
  const { rows } = await app.pool.query<{ type: string }>(
    'select distinct record_type as type from history where change_set = $1',
    [set],
  )
  expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['enrolment', 'sale_line']))
  const actions = (await supervisor.get('/undo')).$('.action-list').text()
  expect(actions).toContain('schreef')
  expect(actions).not.toMatch(/order|regel/)
  const last = (await planner.get('/undo')).$('.action-list').text()
  expect(last).toMatch(/order|regel/)
})

it('the link of who waits is theirs alone: nobody reads it in the outbox, and placing them is taken back with its mail', async () => {
  const email = 'wacht.mee@elders.example'
  const waiting = await addContact(app.db, { first_name: 'Wies', last_name: 'Wacht', email, roles: [ROLE.student] })
  const placed = await planner.post('/waiting-list/add', {
    course_id: app.story.courses.bhv,
    'students[]': waiting,
    send_message: '1',
  })
  expect(placed.status).toBe(204)
  const { rows } = await app.pool.query<{ entry: number; id: number }>(
    `select w.id as entry, m.id from waiting_entries w, mails m where w.contact_id = $1 and m.recipient = $2`,
    [waiting, email],
  )
  const [{ entry, id }] = rows as [(typeof rows)[0]]
  const token = entryToken(app.services.config, entry)
  const text = 'select text_body from mails where id = $1'
  expect((await app.pool.query(text, [id])).rows).toMatchObject([
    { text_body: expect.stringContaining(token) as string },
  ])
  const shown = await planner.get(`/messages/view/${id}`)
  expect([shown.status, shown.text.includes(token)]).toEqual([200, false])
  expect(shown.text).toContain('wachtlijst/•••')
  expect((await planner.post(`/undo/${placed.undo!.set}`)).status).toBe(204)
  expect((await app.pool.query('select 1 from mails where id = $1', [id])).rows).toEqual([])
})
