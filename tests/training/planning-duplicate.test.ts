import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDateTime } from '../../src/platform/format/format.ts'
import { wallClock } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addResponsible } from '../support/builders.ts'
import { addPeople, addPlanning, fieldsIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

/** Sends the form as it was drawn, with changes. */
async function duplicate(id: number, more: Record<string, string> = {}, browser = planner) {
  const answer = await browser.get(`/calendar/duplicate/${id}`)
  return browser.post(`/calendar/duplicate/${id}`, { ...fieldsIn(answer), ...more })
}
const partsOf = async (id: number) => {
  const { group_id } = await app.db
    .selectFrom('appointments')
    .select('group_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return app.db.selectFrom('appointments').selectAll().where('group_id', '=', group_id).orderBy('starts_at').execute()
}
const peopleOf = async (id: number) =>
  (
    await app.db.selectFrom('appointment_responsibles').select('contact_id').where('appointment_id', '=', id).execute()
  ).map(({ contact_id }) => contact_id)
/** Who comes to a part in which role, and how long after its begin they come and go. */
async function comersOf({ id, starts_at: begin }: { id: number; starts_at: Date }) {
  const rows = await app.db
    .selectFrom('appointment_responsibles')
    .select(['contact_id', 'role_id', 'starts_at', 'ends_at'])
    .where('appointment_id', '=', id)
    .orderBy('role_id')
    .execute()
  const after = (instant: Date | null) => instant && instant.getTime() - begin.getTime()
  return rows.map((row) => [row.contact_id, row.role_id, after(row.starts_at), after(row.ends_at)])
}
const companiesOf = async (planningId: number) =>
  (
    await app.db
      .selectFrom('appointment_group_companies')
      .select('company_id')
      .where('group_id', '=', planningId)
      .execute()
  ).map(({ company_id }) => company_id)
const addRoom = async (name: string): Promise<number> => {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into rooms (establishment_id, name) select establishment_id, $1 from rooms limit 1 returning id`,
    [name],
  )
  return rows[0]!.id
}

describe('duplicating a planning', () => {
  it('says what is not right about the new one', async () => {
    const { parts } = await addPlanning(app, { components: [app.story.courses.bhv * 10 + 1], inDays: 860 })
    const teacher = await addContact(app.db, { first_name: 'Tess', last_name: 'Vermeer', roles: [3] })
    await addResponsible(app.db, { appointment_id: parts[0]!, contact_id: teacher, role_id: 3 })
    expect((await duplicate(parts[0]!)).trigger.flash?.str).toMatch(
      /^Planning \d+ toegevoegd\. Let op: Tess Vermeer mist de vaardigheid BHV\.$/,
    )
  })

  it('takes parts, places, companies, rooms and teachers along, and nobody else', async () => {
    const { deLinde } = app.story.companies
    const { parts, planningId } = await addPlanning(app, { components: [null, null], inDays: 820, incompany: deLinde })
    const room = await addRoom('Voorkamer')
    const teacher = await addContact(app.db, { roles: [3] })
    const lotus = await addContact(app.db, { roles: [6] })
    await app.db
      .updateTable('appointments')
      .set({ room_id: room, street: 'Dorpsstraat', city: 'Zwolle', join_url: 'https://deelnemen.example/1' })
      .where('id', '=', parts[0]!)
      .execute()
    await app.pool.query(
      `insert into appointment_responsibles (appointment_id, contact_id, role_id, starts_at, ends_at)
       select id, $2::integer, 3, null::timestamptz, null::timestamptz from appointments where id = $1
       union all
       select id, $3::integer, 6, starts_at + interval '1 hour', starts_at + interval '2 hours' from appointments where id = $1`,
      [parts[0], teacher, lotus],
    )
    await put(app, parts, await addPeople(app, 1, deLinde))
    // Of a planning that is held in part the part that is not held stays behind.
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[1]!).execute()

    const saved = await duplicate(parts[0]!, { status: 'option' })
    expect(saved.trigger.flash?.str).toMatch(/^Planning \d+ toegevoegd$/)
    const { id } = saved.json<{ id: number }>()
    const [[source], copy] = [await partsOf(parts[0]!), await partsOf(id)]
    const kept = ({
      component_id,
      description,
      max_count,
      room_id,
      street,
      city,
      join_url,
    }: (typeof copy)[number]) => ({
      ...{ component_id, description, max_count },
      ...{ room_id, street, city, join_url },
    })
    expect(copy.map(kept)).toEqual([kept(source!)])
    expect(copy.map((row) => [row.status, row.enrolled_count, row.reserved_count])).toEqual([['option', 0, 0]])
    expect(wallClock(copy[0]!.starts_at).day > wallClock(source!.starts_at).day).toBe(true)
    expect(await comersOf(copy[0]!)).toEqual(await comersOf(source!))
    expect((await comersOf(copy[0]!)).map(([contact]) => contact)).toEqual([teacher, lotus])
    expect([await companiesOf(copy[0]!.group_id), await companiesOf(planningId)]).toEqual([[deLinde], [deLinde]])
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await app.db.selectFrom('appointments').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('leaves out who and what is busy then or is active no more, and says whom', async () => {
    const { parts } = await addPlanning(app, { components: [null, null], inDays: 800 })
    const [teacher] = await addPeople(app, 1)
    const room = await addRoom('Zolder')
    await app.db
      .updateTable('contacts')
      .set({ roles: [3] })
      .where('id', '=', teacher!)
      .execute()
    await app.db
      .insertInto('appointment_responsibles')
      .values(parts.map((appointment_id) => ({ appointment_id, contact_id: teacher!, role_id: 3 })))
      .execute()
    await app.db.updateTable('appointments').set({ room_id: room }).where('id', 'in', parts).execute()
    // The first part where the second is: there both are busy. The second a week later: there they are free.
    const [, second] = await partsOf(parts[0]!)
    const week = 7 * 86_400_000
    const moment = (instant: Date, by = 0) => formatDateTime(new Date(instant.getTime() + by))
    const saved = await duplicate(parts[0]!, {
      'appointments[0][start_datetime]': moment(second!.starts_at),
      'appointments[0][end_datetime]': moment(second!.ends_at),
      'appointments[1][start_datetime]': moment(second!.starts_at, week),
      'appointments[1][end_datetime]': moment(second!.ends_at, week),
    })
    const name = await app.db
      .selectFrom('contacts')
      .select(['first_name', 'last_name'])
      .where('id', '=', teacher!)
      .executeTakeFirstOrThrow()
    expect(saved.trigger.flash?.str).toMatch(
      new RegExp(`^Planning \\d+ toegevoegd zonder ${name.first_name} ${name.last_name}, .*Zolder$`),
    )
    const copy = await partsOf(saved.json<{ id: number }>().id)
    expect(copy.map(({ room_id }) => room_id)).toEqual([null, room])
    expect(await Promise.all(copy.map(({ id }) => peopleOf(id)))).toEqual([[], [teacher]])
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', teacher!).execute()
    await app.db.updateTable('rooms').set({ active: false }).where('id', '=', room).execute()
    const later = await duplicate(copy[1]!.id)
    expect(later.trigger.flash?.str).toMatch(new RegExp(`zonder ${name.first_name} ${name.last_name}, .*Zolder$`))
  })

  it('refuses a part that ends before it begins, one of another planning, and a course that is given no more', async () => {
    const { parts } = await addPlanning(app, { inDays: 900 })
    const other = await addPlanning(app, { inDays: 900 })
    const wrong = await duplicate(parts[0]!, { 'appointments[0][end_datetime]': '01-01-2027 08:00' })
    expect(wrong.json()).toEqual({ 'appointments.0.start_datetime': ['Begindatum moet voor de einddatum zijn.'] })
    const foreign = await duplicate(parts[0]!, { 'appointments[0][id]': String(other.parts[0]) })
    expect(foreign.json()).toEqual({ _form: ['Dit onderdeel hoort niet bij de planning.'] })
    const course = await addCourse(app.db, { active: false })
    const late = await addPlanning(app, { inDays: 900, courseId: course })
    expect((await duplicate(late.parts[0]!)).json()).toEqual({ _form: ['Deze opleiding wordt niet meer gegeven.'] })
  })

  it('is offered in the menu, and as the next step of a planning that is full', async () => {
    const { parts } = await addPlanning(app, { max: 1, inDays: 950 })
    const offered = async () => {
      const { $ } = await planner.get(`/calendar/view-appointment/${parts[0]}`)
      const menu = Buffer.from(String($('[data-popup-options]').val()), 'base64').toString()
      return [$('.popup-tools .btn-primary[data-tool]').text(), menu.includes(`"/calendar/duplicate/${parts[0]}"`)]
    }
    expect(await offered()).toEqual(['', true])
    await put(app, parts, await addPeople(app, 1))
    expect(await offered()).toEqual(['Tweede planning maken', true])
    expect((await (await app.as(3)).get(`/calendar/duplicate/${parts[0]}`)).status).toBe(403)
  })
})

describe('a message to the students of a planning', () => {
  it('goes to all, to who was there, or to who has no certificate', async () => {
    const { parts } = await addPlanning(app, { inDays: -40 })
    const [first, second, third] = await addPeople(app, 3)
    await put(app, parts, [first!, second!, third!])
    await app.db.updateTable('enrolments').set({ present: 1 }).where('contact_id', 'in', [first!, second!]).execute()
    const popup = await planner.get(`/calendar/view-appointment/${parts[0]}`)
    const menu = Buffer.from(String(popup.$('[data-popup-options]').val()), 'base64').toString()
    const url = `/messages/write/course?appointment_id=${parts[0]}&to=students`
    expect(menu).toContain(`"${url}"`)
    const writer = await planner.get(url)
    const ticked = writer.$('[name=kinds][checked]').toArray()
    expect(ticked.map((box) => writer.$(box).val())).toEqual(['students'])
    const counts = JSON.parse(writer.$('[data-recipients]').attr('data-recipients')!) as Record<string, number>
    expect([counts.students, counts.present, counts.uncertified, counts['students,present']]).toEqual([3, 2, 3, 3])
    const content = '<p>Tot ziens.</p>'
    expect((await planner.post(url, { subject: 'Dank', content, kinds: 'present' })).trigger.flash?.str).toContain(
      'De 2 berichten',
    )
  })
})
