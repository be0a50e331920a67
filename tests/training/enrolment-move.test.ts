import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, countsOf, fieldsIn, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
/** Components of the course BHV: theory and practice. */
let components: [number, number]
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  const rows = await app.db
    .selectFrom('course_components')
    .select('id')
    .where('course_id', '=', app.story.courses.bhv)
    .orderBy('position')
    .execute()
  components = [rows[0]!.id, rows[1]!.id]
})
afterAll(() => app.close())

const move = (from: number, students: number[], to: number, more: Record<string, string> = {}) =>
  planner.post(`/calendar/moveStudents/${from}`, { students: students.join(','), appointment_id: to, ...more })

const targets = (from: number, more: Record<string, string | number> = {}) =>
  planner.get(
    `/calendar/moveStudentsAppointments/?${new URLSearchParams({ exceptFor: String(from), freeSpace: '1', page: '0', ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])) }).toString()}`,
  )
const idsIn = ({ $ }: Answer) =>
  $('input[name="appointment_id"]')
    .toArray()
    .map((input) => Number($(input).attr('value')))

describe('moving students', () => {
  it('takes them to the same components of another planning, with note and company but without results [T-003]', async () => {
    const from = await addPlanning(app, { components })
    // The other planning lists its parts the other way round.
    const to = await addPlanning(app, { components: [components[1], components[0]], inDays: 60 })
    const [person, other] = await addPeople(app, 2, app.story.companies.kuipers)
    await put(app, from.parts, [person!, other!])
    await app.db
      .updateTable('enrolments')
      .set({ note: 'Vegetarisch', present: 1, passed: 1, company_id: 7 })
      .where('appointment_id', '=', from.parts[0]!)
      .execute()
    const answer = await move(from.parts[0]!, [person!], to.parts[0]!)
    expect([answer.status, answer.trigger.flash?.str]).toEqual([204, '1 cursist verplaatst'])
    for (const part of from.parts) expect(await peopleIn(app, part)).toEqual([other])
    const rows = await app.db
      .selectFrom('enrolments')
      .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
      .select(['component_id', 'enrolments.note', 'present', 'passed', 'company_id'])
      .where('contact_id', '=', person!)
      .orderBy('component_id')
      .execute()
    expect(rows).toEqual([
      { component_id: components[0], note: 'Vegetarisch', present: null, passed: null, company_id: 7 },
      { component_id: components[1], note: '', present: null, passed: null, company_id: null },
    ])
    expect(await countsOf(app, from.parts[0]!)).toMatchObject({ enrolled_count: 1 })
    expect(await countsOf(app, to.parts[0]!)).toMatchObject({ enrolled_count: 1 })
  })

  it('takes one part along only when this one is asked for, and then only within the course [T-097]', async () => {
    const from = await addPlanning(app, { components })
    const to = await addPlanning(app, { components, inDays: 60 })
    const elsewhere = await addPlanning(app, { courseId: app.story.courses.vca })
    const [person] = await addPeople(app, 1)
    await put(app, from.parts, [person!])
    const wrongPart = await move(from.parts[0]!, [person!], to.parts[1]!, { what_appointments: 'this' })
    expect(Object.keys(wrongPart.json())).toEqual(['appointment_id'])
    const wrongCourse = await move(from.parts[0]!, [person!], elsewhere.parts[0]!, { what_appointments: 'this' })
    expect(wrongCourse.json()).toEqual({
      appointment_id: ['Eén onderdeel verplaatsen kan alleen binnen dezelfde opleiding. Kies Alle onderdelen.'],
    })
    expect((await move(from.parts[0]!, [person!], to.parts[0]!, { what_appointments: 'this' })).status).toBe(204)
    expect([await peopleIn(app, from.parts[0]!), await peopleIn(app, from.parts[1]!)]).toEqual([[], [person]])
    expect([await peopleIn(app, to.parts[0]!), await peopleIn(app, to.parts[1]!)]).toEqual([[person], []])
  })

  it('enrols in the whole planning of another course [T-097]', async () => {
    const from = await addPlanning(app, { components })
    const to = await addPlanning(app, { courseId: app.story.courses.ehbo, components: [null, null, null] })
    const [person] = await addPeople(app, 1)
    await put(app, from.parts, [person!])
    expect((await move(from.parts[0]!, [person!], to.parts[0]!)).status).toBe(204)
    for (const part of to.parts) expect(await peopleIn(app, part)).toEqual([person])
    for (const part of from.parts) expect(await peopleIn(app, part)).toEqual([])
  })

  it('refuses a full planning, a planning without the component, a closed one, and the one they are in', async () => {
    const from = await addPlanning(app, { components })
    const people = await addPeople(app, 2)
    await put(app, from.parts, people)
    const full = await addPlanning(app, { components, max: 1 })
    const short = await addPlanning(app, { components: [components[0]] })
    const cancelled = await addPlanning(app, { components, status: 'cancelled' })
    const messages = []
    for (const { parts } of [full, short, cancelled, from])
      messages.push((await move(from.parts[0]!, people, parts[0]!)).json<{ appointment_id: string[] }>().appointment_id)
    expect(messages).toEqual([
      [expect.stringContaining('heeft 1 plaats vrij voor 2 cursisten')],
      [`De gekozen planning heeft geen onderdeel Component ${components[1]}.`],
      [expect.stringContaining('is geannuleerd')],
      ['Kies een andere planning.'],
    ])
    expect(await peopleIn(app, from.parts[1]!)).toEqual(people)
    expect((await move(from.parts[0]!, people, 2_000_000_000)).status).toBe(404)
    expect(Object.keys((await planner.post(`/calendar/moveStudents/${from.parts[0]}`)).json())).toEqual([
      'appointment_id',
    ])
  })

  it('goes to the past only with the historical choice, and then sends no message [T-098]', async () => {
    const from = await addPlanning(app, { components })
    const past = await addPlanning(app, { components, inDays: -30, status: 'executed' })
    const people = await addPeople(app, 2)
    await put(app, from.parts, people)
    const early = await move(from.parts[0]!, [people[0]!], past.parts[0]!, { send_message: '1' })
    expect(early.json<{ appointment_id: string[] }>().appointment_id[0]).toContain('is al begonnen')
    const mails = () =>
      app.db
        .selectFrom('mails')
        .select(['recipient', 'subject', 'text_body'])
        .where('object_id', 'in', people)
        .execute()
    const historical = { historical_courses: '1', send_message: '1' }
    expect((await move(from.parts[0]!, [people[0]!], past.parts[0]!, historical)).status).toBe(204)
    expect(await mails()).toEqual([])

    const coming = await addPlanning(app, { components, inDays: 90 })
    await move(from.parts[0]!, [people[1]!], coming.parts[0]!, { send_message: '1' })
    const [mail, ...rest] = await mails()
    expect(rest).toEqual([])
    expect(mail).toMatchObject({ subject: 'Nieuwe datum: BHV basis' })
    expect(mail!.text_body.match(/^- Component/gm)).toHaveLength(2)
  })

  it('lets two moves against each other through, and counts right after them', async () => {
    const [one, two] = [await addPlanning(app, { components }), await addPlanning(app, { components })]
    const [left, right] = await addPeople(app, 2)
    await put(app, one.parts, [left!])
    await put(app, two.parts, [right!])
    const answers = await Promise.all([
      move(one.parts[0]!, [left!], two.parts[0]!),
      move(two.parts[0]!, [right!], one.parts[0]!),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    for (const part of one.parts) expect(await peopleIn(app, part)).toEqual([right])
    for (const part of [...one.parts, ...two.parts])
      expect(await countsOf(app, part)).toMatchObject({ enrolled_count: 1 })
  })

  it('shows who goes, the choice of parts and courses, the historical toggle and the list [T-022][R-044][S-049]', async () => {
    const { parts } = await addPlanning(app, { components })
    const [person] = await addPeople(app, 1)
    await put(app, parts, [person!])
    const rows = await app.db.selectFrom('enrolments').select('id').where('contact_id', '=', person!).execute()
    for (const path of [
      `/calendar/moveStudents/${parts[0]}?students=${person}`,
      `/calendar/moveStudents?ids=${rows[0]!.id}`,
    ]) {
      const popup = await planner.get(path)
      expect(popup.$('.move').text()).toMatch(/Verplaats Proef Persoon\d+ naar een andere planning/)
      expect(popup.$('[name="what_appointments"]')).toHaveLength(2)
      expect(popup.$('[name="course_id"] option').length).toBeGreaterThan(3)
      expect(popup.$('[name="historical_courses"], [name="send_message"]')).toHaveLength(2)
      expect(popup.$('[data-move]').attr('data-url')).toBe('/calendar/moveStudentsAppointments/')
      expect(fieldsIn(popup)).toMatchObject({ students: String(person), from: String(parts[0]) })
    }
    const several = await planner.get(`/calendar/moveStudents?ids=${rows.map(({ id }) => id).join(',')}`)
    expect(several.status).toBe(422)
  })
})

describe('the plannings to move to', () => {
  it('are those of the course to come with enough places and the same components', async () => {
    const from = await addPlanning(app, { components })
    const good = await addPlanning(app, { components, inDays: 200, max: 5 })
    const others = [
      await addPlanning(app, { components, inDays: 200, max: 1 }),
      await addPlanning(app, { components, inDays: -200, status: 'executed' }),
      await addPlanning(app, { components, inDays: 200, status: 'cancelled' }),
      await addPlanning(app, { components: [components[0]], inDays: 200 }),
      await addPlanning(app, { courseId: app.story.courses.vca, inDays: 200 }),
    ]
    const ids = idsIn(await targets(from.parts[0]!, { freeSpace: 2, whatAppointments: 'all' }))
    expect(ids).toContain(good.parts[0])
    for (const { parts } of [...others, from]) expect(ids).not.toContain(parts[0])

    const second = idsIn(await targets(from.parts[1]!, { freeSpace: 2, whatAppointments: 'this' }))
    expect(second).toContain(good.parts[1])
    const past = idsIn(await targets(from.parts[0]!, { historicalCourses: '1' }))
    expect(past).toContain(others[1]!.parts[0])
    expect(past).not.toContain(good.parts[0])
    const course = idsIn(await targets(from.parts[0]!, { courseId: app.story.courses.vca, whatAppointments: 'all' }))
    expect(course).toContain(others[4]!.parts[0])
    const fixed = idsIn(await targets(from.parts[0]!, { courseId: app.story.courses.vca, whatAppointments: 'this' }))
    expect(fixed).not.toContain(others[4]!.parts[0])
  })

  it('are none of other companies, unless everybody who goes is of one of theirs', async () => {
    const { kuipers, deLinde } = app.story.companies
    const from = await addPlanning(app, { components })
    const [open, own] = [
      await addPlanning(app, { components, inDays: 210 }),
      await addPlanning(app, { components, inDays: 211, incompany: kuipers }),
    ]
    const [mine] = await addPeople(app, 1, kuipers)
    const [theirs] = await addPeople(app, 1, deLinde)
    const [nobodys, sent] = await addPeople(app, 2)
    await put(app, from.parts, [mine!, theirs!, nobodys!, sent!])
    await app.db.updateTable('enrolments').set({ company_id: kuipers }).where('contact_id', '=', sent!).execute()
    const offered = async (...students: number[]) => {
      const ids = idsIn(await targets(from.parts[0]!, { students: students.join(',') }))
      return [ids.includes(open.parts[0]!), ids.includes(own.parts[0]!)]
    }
    expect(await offered(mine!)).toEqual([true, true])
    expect(await offered(mine!, sent!)).toEqual([true, true])
    for (const others of [[theirs!], [nobodys!], [mine!, theirs!]])
      expect(await offered(...others)).toEqual([true, false])
  })

  it('come thirty to a page, and a short page is the last [T-100][T-102][R-045][S-050]', async () => {
    const courseId = app.story.courses.cpr
    const from = await addPlanning(app, { courseId, components: [null] })
    const made: (number | undefined)[] = []
    for (let i = 0; i < 35; i++) made.push((await addPlanning(app, { courseId, inDays: 300 + i })).parts[0])
    const first = await targets(from.parts[0]!, { courseId })
    expect(idsIn(first)).toHaveLength(30)
    expect(first.$('[data-next-page]').attr('data-next-page')).toBe('1')
    const second = await targets(from.parts[0]!, { courseId, page: 1 })
    expect(idsIn(second).length).toBeLessThan(30)
    expect(second.$('[data-next-page]')).toHaveLength(0)
    const both = [...idsIn(first), ...idsIn(second)]
    expect(new Set(both).size).toBe(both.length)
    expect(both.filter((id) => made.includes(id))).toEqual(made)
  })

  it('say so when there are none, which is when nothing can be sent [T-099]', async () => {
    const from = await addPlanning(app, { components })
    const none = await targets(from.parts[0]!, { freeSpace: 1000 })
    expect([idsIn(none).length, none.$('.empty').text()]).toEqual([
      0,
      expect.stringContaining('Geen planningen gevonden'),
    ])
  })
})

describe('reservations', () => {
  const reserve = (part: number, form: Record<string, string | number>) =>
    planner.post(`/calendar/getReservationView/${part}`, form)
  const reservationsOf = (parts: number[]) =>
    app.db
      .selectFrom('reservations')
      .selectAll()
      .where('appointment_id', 'in', parts)
      .orderBy('appointment_id')
      .execute()

  it('keep places in all parts or in one, from either popup [T-025][T-003][R-046][S-051]', async () => {
    const { parts } = await addPlanning(app, { components, max: 10 })
    const company_id = app.story.companies.twente
    expect((await planner.get(`/calendar/getReservationView/${parts[0]}`)).$('[name="places"]')).toHaveLength(1)
    const answer = await reserve(parts[0]!, { company_id, places: 3, note: 'Namen volgen' })
    expect(answer.trigger.flash?.str).toBe('3 plaatsen gereserveerd')
    const again = await planner.post(`/calendar/enroll/${parts[1]}/1`, {
      contact_id: app.story.contacts.student,
      places: 2,
      what_appointments: 'this',
    })
    expect(again.status).toBe(204)
    expect((await reservationsOf(parts)).map((row) => [row.appointment_id, row.places, row.company_id])).toEqual([
      [parts[0], 3, company_id],
      [parts[1], 3, company_id],
      [parts[1], 2, null],
    ])
    expect(await countsOf(app, parts[1]!)).toMatchObject({ reserved_count: 5 })
  })

  it('are refused without an owner, without places, and beyond what is free unless the maximum is raised', async () => {
    const { parts } = await addPlanning(app, { max: 2 })
    const company_id = app.story.companies.twente
    expect((await reserve(parts[0]!, { places: 1 })).json()).toEqual({
      company_id: ['Kies een bedrijf of een persoon.'],
    })
    expect(Object.keys((await reserve(parts[0]!, { company_id, places: 0 })).json())).toEqual(['places'])
    expect((await reserve(parts[0]!, { company_id: 2_000_000_000, places: 1 })).status).toBe(404)
    expect((await reserve(parts[0]!, { company_id, places: 3 })).json()).toEqual({
      places: ['Er zijn niet genoeg vrije plaatsen: Deel 1 heeft 2 plaatsen vrij voor 3 te reserveren plaatsen.'],
    })
    expect((await reserve(parts[0]!, { company_id, places: 3, raise_maximum: '1' })).status).toBe(204)
    expect(await countsOf(app, parts[0]!)).toEqual({ enrolled_count: 0, reserved_count: 3, max_count: 3 })
    const closed = await addPlanning(app, { status: 'cancelled' })
    expect((await reserve(closed.parts[0]!, { company_id, places: 1 })).status).toBe(422)
  })

  it('are listed in a popup of their own [T-025][R-047][S-052]', async () => {
    const { parts } = await addPlanning(app)
    const path = `/calendar/getAllReservationsView/${parts[0]}`
    expect((await planner.get(path)).$('.empty').text()).toContain('Geen reserveringen')
    await reserve(parts[0]!, { company_id: app.story.companies.twente, places: 2 })
    const [row] = await reservationsOf(parts)
    const list = await planner.get(path)
    expect(list.$(`a[href="/calendar/getReservation/${row!.id}"]`).text()).toBe('Metaalwerken Twente B.V.')
  })

  it('are changed with their version and deleted, which gives the places back [T-025][R-048][R-049][S-053]', async () => {
    const { parts } = await addPlanning(app, { max: 5 })
    await put(app, parts, await addPeople(app, 1))
    await reserve(parts[0]!, { company_id: app.story.companies.twente, places: 2 })
    const [row] = await reservationsOf(parts)
    const popup = await planner.get(`/calendar/getReservation/${row!.id}`)
    const form = fieldsIn(popup)
    expect(form).toMatchObject({ places: '2', version: '1', company_id: String(app.story.companies.twente) })
    const save = (more: Record<string, string>) =>
      planner.post(`/calendar/getReservation/${row!.id}`, { ...form, ...more })
    expect((await save({ places: '5' })).json()).toEqual({
      places: ['Er zijn niet genoeg vrije plaatsen: Deel 1 heeft 2 plaatsen vrij voor 3 te reserveren plaatsen.'],
    })
    expect((await save({ places: '4' })).status).toBe(204)
    expect((await save({ places: '1' })).status).toBe(409)
    expect(await countsOf(app, parts[0]!)).toMatchObject({ reserved_count: 4 })
    expect((await planner.post('/calendar/deleteReservation', { id: row!.id })).status).toBe(204)
    expect(await countsOf(app, parts[0]!)).toMatchObject({ reserved_count: 0 })
    expect((await planner.post('/calendar/deleteReservation', { id: row!.id })).status).toBe(404)
    expect((await planner.get(`/calendar/getReservation/${row!.id}`)).status).toBe(404)
  })
})
