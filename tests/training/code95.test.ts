import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { judgeStored } from '../../src/training/appointments/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addEnrolment } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

/** The first such day of the week from so many days ahead. */
function dayFrom(ahead: number, wanted: number): string {
  for (let day = addDays(today(), ahead); ; day = addDays(day, 1)) if (weekday(day) === wanted) return day
}
const COMPONENT = 161
async function addDay(day: string, from = '08:30', to = '16:30', status = 'planned') {
  const group_id = await addEmptyPlanning(app.db, app.story.code95.course)
  const { id } = await app.db
    .insertInto('appointments')
    .values({
      ...{ group_id, component_id: COMPONENT, description: 'Langs de weg', status, max_count: 12 },
      ...{ starts_at: instantOf(day, from)!, ends_at: instantOf(day, to)! },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const foundOf = async (id: number) =>
  ((await judgeStored(app.db, app.services.registry, [id])).get(id) ?? []).map(({ tone, text }) => `${tone}: ${text}`)
const daysOf = (id: number) =>
  app.db.selectFrom('code95_days').selectAll().where('appointment_id', '=', id).executeTakeFirst()

describe('a course that counts for code 95', () => {
  let codes = 0
  const add = (more: Record<string, string>) =>
    planner.post('/course/add', {
      description: 'VCA voor chauffeurs',
      code: `V-C95-${++codes}`,
      max_count: '12',
      repeat_unit: 'years',
      validity_basis: 'issue_date',
      refresher_course_id: '-1',
      'components[0][description]': 'Theorie',
      'components[0][duration_minutes]': '8:00',
      'components[0][default_start]': '08:30',
      ...more,
    })

  it('says its code, hours and until when the CBR certified it', async () => {
    const until = addDays(today(), 300)
    const form = { code95_code: 'u05-2', code95_hours: '7', code95_elearning_hours: '4', code95_practice: '1' }
    const saved = await add({ ...form, code95_certified_until: formatDate(until) })
    expect(saved.status).toBe(200)
    const { id } = saved.json<{ id: number }>()
    const stored = await app.db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      code95_code: 'U05-2',
      code95_hours: 7,
      code95_elearning_hours: 4,
      code95_practice: true,
      code95_certified_until: until,
    })
    const { text } = await planner.get(`/course/view/${id}`)
    expect(text).toContain('U05-2, 7 uur, waarvan 4 e-learning, praktijk')
    const { $ } = await planner.get(`/course/edit/${id}`)
    expect($('[name=code95_hours]').val()).toBe('7')
  })

  it('has hours with its code, and e-learning within the limits', async () => {
    const none = await add({ code95_code: 'U05-2', code95_hours: '', code95_elearning_hours: '' })
    expect([none.status, none.json()]).toEqual([
      422,
      { code95_hours: ['Vul voor code 95 de code en de uren in, of geen van beide.'] },
    ])
    const much = await add({ code95_code: 'U05-2', code95_hours: '7', code95_elearning_hours: '5' })
    expect([much.status, Object.keys(much.json<object>())]).toEqual([422, ['code95_elearning_hours']])
    const long = await add({ code95_code: 'U05-2', code95_hours: '28', code95_elearning_hours: '13' })
    expect(long.status).toBe(422)
    expect((await add({ code95_code: 'U05-2', code95_hours: '21', code95_elearning_hours: '12' })).status).toBe(200)
  })
})

describe('a day that counts for code 95', () => {
  it('is judged where it is planned: record, repairs and the wizard', async () => {
    const sunday = dayFrom(15, 7)
    const id = await addDay(sunday)
    const text = `Voor code 95 telt een zondag niet mee: ${formatDate(sunday)}.`
    expect((await foundOf(id)).some((line) => line === `red: ${text}` || line.includes('feestdag'))).toBe(true)
    expect((await planner.get(`/calendar/view-appointment/${id}`)).text).toContain('Voor code 95 telt een ')
    expect((await planner.get('/plannings/repairs/list')).text).toContain('Voor code 95 telt een ')
    const wizard = await planner.post('/calendar/add?step=teachers', {
      course_id: app.story.code95.course,
      max_count: 12,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': COMPONENT,
      'appointments[0][start_datetime]': `${formatDate(sunday)} 08:30`,
      'appointments[0][end_datetime]': `${formatDate(sunday)} 16:30`,
    })
    expect(wizard.text).toContain('Voor code 95 telt een ')
  })

  it('of another course is not', async () => {
    const sunday = dayFrom(15, 7)
    const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const { id } = await app.db
      .insertInto('appointments')
      .values({
        ...{ group_id, component_id: 11, description: 'Theorie', status: 'planned', max_count: 12 },
        ...{ starts_at: instantOf(sunday, '08:30')!, ends_at: instantOf(sunday, '16:00')! },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await foundOf(id)).toEqual([])
  })

  it('is announced to the CBR with a student, which is told, and taken back', async () => {
    const id = await addDay(dayFrom(4, 2))
    expect((await foundOf(id))[0]).toMatch(
      /^orange: Meld deze dag uiterlijk .* aan bij het CBR\. Daarvoor is minstens 1/,
    )
    const refused = await planner.post(`/code95/announce/${id}`)
    expect([refused.status, await daysOf(id)]).toEqual([409, undefined])
    const contact_id = await addContact(app.db, { first_name: 'Rik', last_name: 'Rijder', roles: [ROLE.student] })
    await addEnrolment(app.db, { appointment_id: id, contact_id })
    expect((await planner.get(`/calendar/view-appointment/${id}`)).text).toContain('Aanmelden bij het CBR')
    const { undo, status } = await planner.post(`/code95/announce/${id}`)
    expect(status).toBe(204)
    expect(await foundOf(id)).toEqual([])
    expect((await planner.get(`/calendar/view-appointment/${id}`)).text).toContain('Aangemeld bij het CBR')
    const history = (await planner.get(`/events/of/appointment/${id}?embed=1`)).text
    expect(history).toContain('Aangemeld bij het CBR op')
    expect((await planner.post(`/undo/${undo!.set}`)).status).toBeLessThan(300)
    expect(await daysOf(id)).toBe(undefined)
  })

  it('is announced anew when it moved', async () => {
    const id = await addDay(dayFrom(9, 3))
    const contact_id = await addContact(app.db, { first_name: 'Ria', last_name: 'Rijder', roles: [ROLE.student] })
    await addEnrolment(app.db, { appointment_id: id, contact_id })
    await planner.post(`/code95/announce/${id}`)
    expect(await foundOf(id)).toEqual([])
    await app.db.updateTable('appointments').set({ starts_at: instantOf(dayFrom(9, 3), '09:00')!, ends_at: instantOf(dayFrom(9, 3), '17:00')! }).where('id', '=', id).execute() // prettier-ignore
    expect((await foundOf(id))[0]).toMatch(/^red: Bij het CBR aangemeld voor .* om 08:30\. Meld de dag opnieuw aan\.$/)
    expect((await planner.get(`/calendar/view-appointment/${id}`)).text).toContain('Wijziging melden bij het CBR')
    await planner.post(`/code95/announce/${id}`)
    expect(await foundOf(id)).toEqual([])
  })

  it('is reported once it is over, by planners alone', async () => {
    const { over, coming } = app.story.code95
    expect((await planner.get(`/calendar/view-appointment/${over}`)).text).toContain('Uitslag doorgeven aan het CBR')
    expect((await planner.post(`/code95/report/${coming}`)).status).toBe(409)
    expect((await planner.post(`/code95/report/${app.story.appointments.finished}`)).status).toBe(409)
    expect((await teacher.post(`/code95/report/${over}`)).status).toBe(403)
    expect((await planner.post(`/code95/report/${over}`)).status).toBe(204)
    expect((await daysOf(over))?.reported_at).toBeInstanceOf(Date)
    expect((await planner.get(`/calendar/view-appointment/${over}`)).text).toContain('Uitslag doorgegeven aan het CBR')
  })
})
