// clock
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { repeatText, weekText } from '../../src/relations/availability/availability.rules.ts'
import { absenceRetention, availabilityData } from '../../src/relations/availability/person-data.ts'
import { listOccupations } from '../../src/system/occupations/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { questionOf } from '../support/question.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
let me: number
let other: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
  me = app.story.contacts.teacher
  other = app.story.contacts.otherTeacher
})
afterAll(() => app.close())

/** A Monday beyond what the story plans. */
const far = addDays(today(), 700)
const MONDAY = addDays(far, 8 - weekday(far))
const on = (days: number) => addDays(MONDAY, days)
const typed = (days: number) => formatDate(on(days))

/** Who of these is away from one moment to another, and by what. */
async function away(ids: number[], from: [number, string], to: [number, string], resource = 'contact') {
  const found = await listOccupations(app.db, app.services.registry, {
    spans: [{ from: instantOf(on(from[0]), from[1])!, to: instantOf(on(to[0]), to[1])! }],
    of: { [resource]: ids },
  })
  return found.filter((one) => one.away).map(({ resource_id, record }) => `${resource_id} ${record}`)
}
const idOf = (answer: { json<T>(): T }) => answer.json<{ id: number }>().id
const save = async (browser: Browser, url: string, form: Record<string, string | number>) => {
  const { $ } = await browser.get(url)
  return browser.post(url, { version: String($('[name=version]').val()), ...form })
}

describe('the absence of somebody', () => {
  it('keeps them from being planned from its first hour to its last, and no longer', async () => {
    const added = await planner.post('/availability/absence/add', {
      contact_id: me,
      kind: 'leave',
      first_day: typed(0),
      from_time: '13:00',
      last_day: typed(2),
      until_time: '12:00',
    })
    expect(added.status).toBe(200)
    expect(await away([me], [0, '08:00'], [0, '13:00'])).toEqual([])
    expect(await away([me], [0, '12:00'], [0, '14:00'])).toEqual([`${me} absence`])
    expect(await away([me], [2, '11:00'], [2, '12:00'])).toEqual([`${me} absence`])
    expect(await away([me], [2, '12:00'], [2, '23:00'])).toEqual([])
    expect(await away([other], [1, '09:00'], [1, '17:00'])).toEqual([])
    await planner.post('/availability/absence/delete', { id: idOf(added) })
    expect(await away([me], [1, '09:00'], [1, '17:00'])).toEqual([])
  })

  it('has no end while nobody knows when somebody is well again; leave has one', async () => {
    const sick = { contact_id: other, kind: 'sick', first_day: typed(0) }
    const added = await planner.post('/availability/absence/add', sick)
    expect(await away([other], [900, '09:00'], [900, '17:00'])).toEqual([`${other} absence`])
    const { text } = await planner.get('/availability/absences')
    expect(text).toContain(`vanaf ${typed(0)}`)
    expect((await planner.post('/availability/absence/add', { ...sick, kind: 'leave' })).json()).toEqual({
      last_day: ['Verlof heeft een laatste dag.'],
    })
    expect((await save(planner, `/availability/absence/${idOf(added)}`, { ...sick, last_day: typed(3) })).status).toBe(
      204,
    )
    expect(await away([other], [4, '00:00'], [4, '23:00'])).toEqual([])
    await planner.post('/availability/absence/delete', { id: idOf(added) })
  })

  it('refuses what no period is, and people who do not teach, each with a sentence', async () => {
    const add = async (form: Record<string, string | number>) =>
      (await planner.post('/availability/absence/add', { contact_id: me, first_day: typed(1), ...form })).json()
    expect(await add({ last_day: typed(0) })).toEqual({ last_day: ['De laatste dag ligt voor de eerste.'] })
    expect(await add({ last_day: typed(4000) })).toEqual({ last_day: ['Een periode duurt hooguit vijf jaar.'] })
    expect(await add({ until_time: '12:00' })).toEqual({
      until_time: ['Een tijd tot wanneer vraagt een laatste dag.'],
    })
    expect(await add({ last_day: typed(1), from_time: '12:00', until_time: '12:00' })).toEqual({
      until_time: ['De eindtijd moet na de begintijd liggen.'],
    })
    expect(await add({ from_time: '25:00' })).toEqual({ from_time: ['Vanaf is geen geldige tijd (uu:mm).'] })
    expect(await add({ contact_id: app.story.contacts.student })).toEqual({
      contact_id: ['Kies een docent of lotus.'],
    })
    expect(await add({ contact_id: '' })).toEqual({ contact_id: ['Maak een keuze'] })
  })

  it('is told by a teacher of themselves alone, who says when and not why', async () => {
    const added = await teacher.post('/availability/absence/add', {
      kind: 'sick',
      reason: 'Griep',
      first_day: typed(20),
      last_day: typed(21),
    })
    const row = await app.db.selectFrom('absences').selectAll().where('id', '=', idOf(added)).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ contact_id: me, kind: 'unavailable', reason: null })
    // What the office wrote stays when the teacher moves the days, and is not shown.
    const url = `/availability/absence/${idOf(added)}`
    await save(planner, url, {
      contact_id: me,
      kind: 'sick',
      reason: 'Gebroken been',
      first_day: typed(20),
      last_day: typed(21),
    })
    const shown = await teacher.get(url)
    expect(shown.text).not.toContain('Gebroken been')
    expect(shown.text).not.toContain('Ziek')
    const list = await teacher.get('/availability/absences')
    expect(list.text).toContain(`${typed(20)} t/m ${typed(21)}`)
    for (const word of ['Gebroken been', 'Ziek', 'Verlof', 'Ingrid Bosman']) expect(list.text).not.toContain(word)
    expect((await save(teacher, url, { first_day: typed(20), last_day: typed(25) })).status).toBe(204)
    const after = await app.db.selectFrom('absences').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    expect(after).toMatchObject({ kind: 'sick', reason: 'Gebroken been', last_day: on(25) })
    await planner.post('/availability/absence/delete', { id: row.id })
  })

  it('is told to a planner as who, when, why; where people are planned as nothing but that they are not there', async () => {
    const form = { contact_id: me, kind: 'sick', reason: 'Griep', first_day: typed(30), last_day: typed(30) }
    const added = await planner.post('/availability/absence/add', form)
    const { text } = await planner.get('/availability/absences')
    for (const word of ['Ziek', 'Griep', 'Jeroen van Dijk']) expect(text).toContain(word)
    const refused = await planner.post('/calendar/add', {
      course_id: app.story.courses.bhv,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
      'appointments[0][start_datetime]': `${typed(30)} 09:00`,
      'appointments[0][end_datetime]': `${typed(30)} 16:00`,
      'appointments[0][responsibles][]': me,
    })
    expect(questionOf(refused).fields!['appointments.0.responsibles']).toEqual([
      `Jeroen van Dijk is niet beschikbaar: ${typed(30)}.`,
    ])
    await planner.post('/availability/absence/delete', { id: idOf(added) })
  })
})

describe('what comes back every week', () => {
  it('is a day off, every week or fewer, until its last day', async () => {
    const form = { contact_id: me, first_day: typed(4), every_weeks: 2, last_day: typed(4 + 28) }
    const added = await planner.post('/availability/free-day/add', form)
    const off: number[] = []
    for (let day = 0; day < 60; day += 1)
      if ((await away([me], [day, '09:00'], [day, '10:00'])).length > 0) off.push(day)
    expect(off).toEqual([4, 18, 32])
    expect((await planner.get('/availability/free-days')).text).toContain('Vrijdag, om de week')
    await planner.post('/availability/free-day/delete', { id: idOf(added) })
  })

  it('is the hours somebody works, outside of which they are away, as long as these hold', async () => {
    const days = { 'days[0][weekday]': 1, 'days[0][works]': 1, 'days[0][opens]': '09:00', 'days[0][closes]': '13:00' }
    const form = { contact_id: me, first_day: typed(0), last_day: typed(6), ...days }
    const added = await planner.post('/availability/hours/add', form)
    expect(added.status).toBe(200)
    const isAway = async (day: number, from: string, to: string) =>
      (await away([me], [day, from], [day, to])).includes(`${me} working_week`)
    expect(await isAway(0, '09:00', '13:00')).toBe(false)
    expect(await isAway(0, '08:00', '09:30')).toBe(true)
    expect(await isAway(0, '12:30', '14:00')).toBe(true)
    expect(await isAway(1, '09:00', '13:00')).toBe(true)
    expect(await isAway(7, '02:00', '13:00')).toBe(false)
    // Two weeks of one person cannot hold at once.
    expect(
      (await planner.post('/availability/hours/add', { ...form, first_day: typed(6), last_day: '' })).json(),
    ).toEqual({
      first_day: ['Voor deze dagen heeft deze persoon al werktijden.'],
    })
    const url = `/availability/hours/${idOf(added)}`
    const wrong = await save(planner, url, { ...form, 'days[0][closes]': '08:00' })
    expect(wrong.json()).toEqual({ 'days.0.closes': ['De eindtijd moet na de begintijd liggen.'] })
    const before = await planner.get(url)
    expect((await save(planner, url, { ...form, 'days[0][closes]': '15:00' })).status).toBe(204)
    expect(await isAway(0, '12:30', '14:00')).toBe(false)
    // Who began to edit before that hears of it, though the days alone changed.
    const late = await planner.post(url, { ...form, version: String(before.$('[name=version]').val()) })
    expect(late.status).toBe(409)
    await planner.post('/availability/hours/delete', { id: idOf(added) })
  })

  it('is written in few words', () => {
    const day = (number: number, opens = '08:00', closes = '17:00') => ({ weekday: number, opens, closes })
    expect(weekText([day(2), day(1), day(3), day(5, '08:00', '12:00')])).toBe('ma–wo 08:00–17:00, vr 08:00–12:00')
    expect(weekText([day(1), day(3)])).toBe('ma 08:00–17:00, wo 08:00–17:00')
    expect(weekText([])).toBe('Geen werkdagen')
    expect(repeatText(MONDAY, 1)).toBe('Maandag, elke week')
    expect(repeatText(MONDAY, 3)).toBe('Maandag, elke 3 weken')
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 7 })), (days) => {
        const text = weekText(days.map((number) => day(number)))
        // No two runs stand beside each other that could be one.
        const gaps = days.toSorted((a, b) => a - b).filter((number, i, all) => i > 0 && number !== all[i - 1]! + 1)
        expect(text.split(', ')).toHaveLength(days.length === 0 ? 1 : gaps.length + 1)
      }),
    )
  })
})

describe('a closing day', () => {
  it('keeps all teachers and all rooms from being planned', async () => {
    await inTransaction(app.db, null, (trx) =>
      trx
        .insertInto('closing_days')
        .values({ first_day: on(50), last_day: on(50), description: 'Studiedag' })
        .execute(),
    )
    expect(await away([me, other], [50, '09:00'], [50, '10:00'])).toEqual([`${me} closing_day`, `${other} closing_day`])
    expect(await away([app.story.rooms.hall], [50, '09:00'], [50, '10:00'], 'room')).toEqual([
      `${app.story.rooms.hall} closing_day`,
    ])
    expect(await away([me], [51, '00:00'], [51, '10:00'])).toEqual([])
  })
})

describe('a room', () => {
  it('is closed for a while, and cannot be planned in then', async () => {
    const room = app.story.rooms.zwolle2
    const administrator = await app.as(ROLE.administrator)
    const form = { description: 'Schilderwerk', first_day: typed(0), last_day: typed(1) }
    const added = await administrator.post(`/settings/room/closure/add/${room}`, form)
    expect(added.status).toBe(200)
    expect(await away([room], [1, '20:00'], [1, '21:00'], 'room')).toEqual([`${room} room_closure`])
    expect(await away([room], [2, '00:00'], [2, '21:00'], 'room')).toEqual([])
    const refused = await planner.post('/calendar/add', {
      course_id: app.story.courses.bhv,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
      'appointments[0][start_datetime]': `${typed(0)} 09:00`,
      'appointments[0][end_datetime]': `${typed(0)} 16:00`,
      'appointments[0][room_id]': room,
    })
    expect(questionOf(refused).fields!['appointments.0.room_id']!.join()).toContain(
      `is niet beschikbaar: Gesloten (Schilderwerk), ${typed(0)} t/m ${typed(1)}.`,
    )
    expect((await administrator.get(`/settings/room/closures/${room}`)).text).toContain('Schilderwerk')
    expect((await planner.post(`/settings/room/closure/add/${room}`, form)).status).toBe(403)
  })

  it('that is hired has an address of its own, to which people are sent; one that is not hired has none', async () => {
    const administrator = await app.as(ROLE.administrator)
    const room = app.story.rooms.zwolle1
    const form = {
      establishment_id: app.story.establishments.zwolle,
      name: 'lokaal 1',
      active: 1,
      street: 'Marktplein',
      street_no: '3',
      postal_code: '8011 LM',
      city: 'Kampen',
      hire_contact: 'Zalencentrum, 038 123 45 67',
      option_until: typed(0),
    }
    const url = `/settings/room/edit/${room}`
    expect((await save(administrator, url, { ...form, hired: 1 })).status).toBe(204)
    const { text } = await administrator.get(`/settings/room/view/${room}`)
    for (const word of ['Marktplein 3', 'Kampen', 'Zalencentrum', typed(0)]) expect(text).toContain(word)
    const part = await app.db
      .selectFrom('appointments')
      .select('id')
      .where('room_id', '=', room)
      .executeTakeFirstOrThrow()
    const told = await planner.get(`/ajax/getAppointment/${part.id}`)
    expect(told.json()).toMatchObject({ city: 'Kampen', street: 'Marktplein' })
    await save(administrator, url, form)
    expect((await planner.get(`/ajax/getAppointment/${part.id}`)).json()).toMatchObject({ city: 'Zwolle' })
    const row = await app.db.selectFrom('rooms').selectAll().where('id', '=', room).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ hired: false, city: null, hire_contact: null, option_until: null })
  })
})

describe('what was told of somebody', () => {
  it('loses kind and reason when the absence is over for its term, in the history too', async () => {
    const past = addDays(today(), -60)
    const form = { contact_id: me, kind: 'sick', reason: 'Longontsteking', first_day: formatDate(past) }
    const ended = idOf(
      await planner.post('/availability/absence/add', { ...form, last_day: formatDate(addDays(past, 5)) }),
    )
    const open = idOf(await planner.post('/availability/absence/add', form))
    const before = instantOf(addDays(today(), -30), '00:00')!
    expect(await absenceRetention.count(app.db, before)).toBe(1)
    await inTransaction(app.db, null, (trx) => absenceRetention.remove(trx, before, app.services))
    const rows = await app.db
      .selectFrom('absences')
      .select(['id', 'kind', 'reason'])
      .where('id', 'in', [ended, open])
      .execute()
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: ended, kind: 'unavailable', reason: null },
        { id: open, kind: 'sick', reason: 'Longontsteking' },
      ]),
    )
    const { rows: kept } = await app.pool.query(
      `select 1 from history where record_type = 'absence' and record_id = $1 and changes::text ~ 'Longontsteking|sick'`,
      [ended],
    )
    expect(kept).toEqual([])
    await planner.post('/availability/absence/delete', { id: open })
  })

  it('stands in the file about a person, and goes when the person is anonymised', async () => {
    const file = await availabilityData.collect(app.services, me)
    expect(file).toEqual(expect.arrayContaining([expect.objectContaining({ Wat: 'Verlof', Reden: 'Zomervakantie' })]))
    await inTransaction(app.db, null, (trx) => availabilityData.anonymise!(trx, me, app.services))
    expect(await availabilityData.collect(app.services, me)).toEqual([])
  })
})
