// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import { judgeStored } from '../../src/training/planning/appointments/index.ts'
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

/** The first such day of the week from so many days ahead; a Sunday, or else one that is no holiday. */
function dayFrom(ahead: number, ...wanted: number[]): string {
  const isPlain = (day: string) => dutchHolidays(Number(day.slice(0, 4)))[day] === undefined
  for (let day = addDays(today(), ahead); ; day = addDays(day, 1))
    if (wanted.includes(weekday(day)) && (wanted.includes(7) || isPlain(day))) return day
}
const WORKDAYS = [1, 2, 3, 4, 5]
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
    const id = await addDay(dayFrom(4, ...WORKDAYS))
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

  it('is announced once somebody comes to one of its parts, and reported once all of them are over', async () => {
    const [morning, afternoon] = [await addDay(dayFrom(5, ...WORKDAYS), '08:30', '12:00'), await addDay(dayFrom(5, ...WORKDAYS), '12:30', '16:30')] // prettier-ignore
    await app.pool.query(
      `update appointments set group_id = (select group_id from appointments where id = $1) where id = $2`,
      [morning, afternoon],
    )
    await addEnrolment(app.db, { appointment_id: morning, contact_id: await addContact(app.db) })
    expect((await planner.post(`/code95/announce/${afternoon}`)).status).toBe(204)
    expect((await daysOf(morning))?.announced_at).toBeInstanceOf(Date)
    const yesterday = addDays(today(), -1)
    const lasts = (id: number, from: string, ends_at: Date) =>
      app.db.updateTable('appointments').set({ starts_at: instantOf(yesterday, from)!, ends_at }).where('id', '=', id).execute() // prettier-ignore
    await lasts(morning, '08:30', instantOf(yesterday, '12:00')!)
    await lasts(afternoon, '12:30', new Date(Date.now() + 3_600_000))
    const early = await planner.post(`/code95/report/${morning}`)
    expect([early.status, early.text]).toEqual([409, expect.stringContaining('nog niet voorbij')])
    await lasts(afternoon, '12:30', instantOf(yesterday, '16:30')!)
    expect((await planner.post(`/code95/report/${morning}`)).status).toBe(204)
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

  it('is counted above the calendar and listed once its result is too late for the CBR', async () => {
    const waiting = async () => {
      const { text } = await planner.get('/plannings?when=all&task=cbr_late&rows=1')
      const count = Number((await planner.get('/attention')).$('a[data-attention=cbr_late] b').text() || 0)
      return { count, lists: (part: number) => text.includes(`/calendar/view-appointment/${part}"`) }
    }
    const before = (await waiting()).count
    const part = async (daysAgo: number, status = 'executed') => {
      const id = await addDay(addDays(today(), -daysAgo), '08:30', '16:30', status)
      await addEnrolment(app.db, { appointment_id: id, contact_id: app.story.contacts.anouk })
      return id
    }
    const [late, intime, off] = [await part(5), await part(4), await part(6, 'cancelled')]
    const nobody = await addDay(addDays(today(), -7), '08:30', '16:30', 'executed')
    const found = await waiting()
    expect(found.count).toBe(before + 1)
    expect([late, intime, off, nobody].map(found.lists)).toEqual([true, false, false, false])
    expect((await planner.post(`/code95/report/${late}`)).status).toBe(204)
    expect((await waiting()).count).toBe(before)
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

describe('presence in a day that counts for code 95', () => {
  const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const signature = `data:image/png;base64,${DOT}`
  const pad = (part: number, contact: number) => `/calendar/signatureInterface/${part}/${contact}`
  const sign = (part: number, contact: number, more: Record<string, string> = {}) =>
    planner.post(pad(part, contact), { signature, ...more })
  const rowOf = (part: number, contact: number) =>
    app.db
      .selectFrom('enrolments')
      .select(['present', 'arrived_at'])
      .where('appointment_id', '=', part)
      .where('contact_id', '=', contact)
      .executeTakeFirstOrThrow()
  const momentsOf = async (part: number, contact: number) =>
    (
      await app.db
        .selectFrom('presence_signatures')
        .select('moment')
        .where('appointment_id', '=', part)
        .where('contact_id', '=', contact)
        .orderBy('moment', 'desc')
        .execute()
    ).map(({ moment }) => moment)
  /** A day that was, with so many drivers. */
  async function held(count = 2) {
    const day = dayFrom(-20, 2)
    const part = await addDay(day, '08:30', '16:30', 'executed')
    const drivers: number[] = []
    for (let i = 0; i < count; i++) {
      const id = await addContact(app.db, { first_name: 'Chauffeur', last_name: `Nummer${i}`, roles: [ROLE.student] })
      await addEnrolment(app.db, { appointment_id: part, contact_id: id, present: null, passed: null })
      drivers.push(id)
    }
    return { part, day, drivers }
  }

  it('is signed on coming, with the time, and on leaving', async () => {
    const { part, day, drivers } = await held()
    const [one, two] = drivers as [number, number]
    const coming = await planner.get(pad(part, one))
    expect(coming.$('[name=arrived]')).toHaveLength(1)
    expect(coming.$('[data-arriving]').attr('data-until')).toBe('09:00')
    expect(coming.$('[name=moment]').val()).toBe('start')
    expect((await sign(part, one, { arrived: '08:20', next: '1' })).trigger).toMatchObject({
      'popup-open': { url: pad(part, two) },
    })
    expect(await rowOf(part, one)).toEqual({ present: 1, arrived_at: instantOf(day, '08:20') })
    const leaving = await planner.get(`${pad(part, one)}?moment=end`)
    expect(leaving.$('[name=arrived]')).toHaveLength(0)
    expect(leaving.text).toContain('vertrekt en tekent hieronder')
    expect(leaving.text).toContain('Hierna tekent')
    expect((await sign(part, one, { moment: 'end', next: '1' })).trigger).toMatchObject({
      'popup-open': { url: `${pad(part, two)}?moment=end` },
    })
    expect(await momentsOf(part, one)).toEqual(['start', 'end'])
    // Signed once more it is the same two.
    await sign(part, one, { moment: 'end' })
    expect(await momentsOf(part, one)).toEqual(['start', 'end'])
    expect((await rowOf(part, one)).arrived_at).toEqual(instantOf(day, '08:20'))
  })

  it('that begins late in the evening is in time until the day ends', async () => {
    const part = await addDay(dayFrom(-20, 2), '23:45', '23:59', 'executed')
    const driver = await addContact(app.db, { first_name: 'Chauffeur', last_name: 'Nacht', roles: [ROLE.student] })
    await addEnrolment(app.db, { appointment_id: part, contact_id: driver, present: null, passed: null })
    const coming = await planner.get(pad(part, driver))
    expect(coming.$('[data-arriving]').attr('data-until')).toBe('23:59')
  })

  it('shows coming and leaving where presence is filled in and looked at', async () => {
    const { part, drivers } = await held()
    const [one, two] = drivers as [number, number]
    await sign(part, one, { arrived: '09:01' })
    await sign(part, one, { moment: 'end' })
    const { $ } = await planner.get(`/calendar/results/${part}`)
    const cell = $(`[data-contact=${one}] .c-sign`).text()
    expect(cell).toContain('Aankomst 09:01, te laat')
    expect(cell).toMatch(/Vertrek \d\d:\d\d/)
    expect($(`[data-contact=${two}] .c-sign`).text()).toContain('Aankomst invullen')
    const viewer = (await planner.get(`/calendar/getPresenceViewer/${part}`)).text
    expect(viewer).toContain('Aankomst 09:01')
    expect(viewer).toContain('Vertrek getekend op')
    const image = await planner.get(`/calendar/signature/${part}/${one}?moment=end`)
    expect(image.status).toBe(200)
    expect((await planner.get(`/calendar/signature/${part}/${two}?moment=end`)).status).toBe(404)
  })

  it('can have its time of coming set right, which makes present, and goes with an absence', async () => {
    const { part, day, drivers } = await held(1)
    const [one] = drivers as [number]
    const url = `/calendar/arrival/${part}/${one}`
    const saved = await planner.post(url, { arrived: '08:45' })
    expect(saved.status).toBe(204)
    expect(await rowOf(part, one)).toEqual({ present: 1, arrived_at: instantOf(day, '08:45') })
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await rowOf(part, one)).toEqual({ present: null, arrived_at: null })
    await planner.post(url, { arrived: '08:45' })
    await planner.post(`/calendar/results/${part}`, { [`present_students[${one}-${part}]`]: '0' })
    expect(await rowOf(part, one)).toEqual({ present: 0, arrived_at: null })
    expect(await momentsOf(part, one)).toEqual([])
    for (const arrived of ['16:30', '23:59', 'acht', '25:00'])
      expect([arrived, (await planner.post(url, { arrived })).status]).toEqual([arrived, 422])
    expect(await rowOf(part, one)).toEqual({ present: 0, arrived_at: null })
    await planner.post(url, { arrived: '08:45' })
    await planner.post(url, { arrived: '' })
    expect(await rowOf(part, one)).toEqual({ present: 1, arrived_at: null })
  })

  it('is as it was for other courses: one signature, and no time', async () => {
    const part = app.story.appointments.coming
    const contact = app.story.contacts.anouk
    expect((await planner.get(pad(part, contact))).$('[name=arrived]')).toHaveLength(0)
    expect((await planner.get(`/calendar/results/${part}`)).text).not.toContain('Aankomst invullen')
    expect((await sign(part, contact, { moment: 'end' })).status).toBe(422)
    expect((await planner.post(`/calendar/arrival/${part}/${contact}`, { arrived: '08:00' })).status).toBe(422)
    expect((await sign(part, contact, { arrived: '08:00' })).status).toBe(204)
    expect((await rowOf(part, contact)).arrived_at).toBe(null)
    expect(await momentsOf(part, contact)).toEqual(['start'])
  })

  it('goes along when two contacts become one', async () => {
    const { part, day, drivers } = await held(2)
    const [kept, gone] = drivers as [number, number]
    await sign(part, gone, { arrived: '08:10' })
    const administrator = await app.as(ROLE.administrator)
    const merged = await administrator.post(`/contacts/merge`, { kept_id: kept, gone_id: gone })
    expect(merged.status).toBeLessThan(300)
    expect(await rowOf(part, kept)).toEqual({ present: 1, arrived_at: instantOf(day, '08:10') })
  })
})
