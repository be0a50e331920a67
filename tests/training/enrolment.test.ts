import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPeople, addPlanning, countsOf, fieldsIn, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  supervisor = await app.as(4)
})
afterAll(() => app.close())

const enrol = (browser: Browser, part: number, students: number[], more: Record<string, string> = {}) =>
  browser.post(`/calendar/enroll/${part}/0`, { 'students[]': students, ...more })

describe('enrolling', () => {
  it('puts people in all parts of a planning, with the company they belong to at that moment [T-003][T-064]', async () => {
    const { planningId, parts } = await addPlanning(app, { components: [null, null] })
    const [person] = await addPeople(app, 1, app.story.companies.kuipers)
    const answer = await enrol(planner, parts[0]!, [person!, app.story.contacts.student])
    expect(answer.status).toBe(204)
    expect(answer.trigger.flash).toEqual({ str: '2 cursisten ingeschreven', type: 'success' })
    await app.db.updateTable('contacts').set({ company_id: 7 }).where('id', '=', person!).execute()
    const rows = await app.db
      .selectFrom('enrolments')
      .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
      .select(['enrolments.appointment_id', 'enrolments.contact_id', 'enrolments.company_id'])
      .where('group_id', '=', planningId)
      .orderBy('enrolments.appointment_id')
      .orderBy('enrolments.contact_id')
      .execute()
    expect(rows).toEqual(
      parts.flatMap((appointment_id) => [
        { appointment_id, contact_id: app.story.contacts.student, company_id: null },
        { appointment_id, contact_id: person, company_id: app.story.companies.kuipers },
      ]),
    )
  })

  it('puts them in one part when only this one is asked for [T-064]', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const [person] = await addPeople(app, 1)
    expect((await enrol(planner, parts[1]!, [person!], { what_appointments: 'this' })).status).toBe(204)
    expect([await peopleIn(app, parts[0]!), await peopleIn(app, parts[1]!)]).toEqual([[], [person]])
    expect((await enrol(planner, parts[1]!, [person!], { what_appointments: 'these' })).status).toBe(422)
  })

  it('proposes the parts that fit: those of who was enrolled last, and only this one where another takes nobody', async () => {
    const proposed = async (part: number) =>
      (await planner.get(`/calendar/enroll/${part}/0`)).$('[name="what_appointments"]:checked').val()
    const { parts } = await addPlanning(app, { components: [null, null] })
    const [first, second] = parts as [number, number]
    const people = await addPeople(app, 2)
    expect(await proposed(first)).toBe('all')
    await enrol(planner, second, [people[0]!], { what_appointments: 'this' })
    expect([await proposed(first), await proposed(second)]).toEqual(['all', 'this'])
    await enrol(planner, second, [people[1]!])
    expect([await proposed(first), await proposed(second)]).toEqual(['all', 'all'])
    await app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', first).execute()
    expect(await proposed(second)).toBe('this')
  })

  it('leaves whoever is enrolled as they are', async () => {
    const { parts } = await addPlanning(app)
    const [first, second] = await addPeople(app, 2)
    await enrol(planner, parts[0]!, [first!])
    await app.db.updateTable('enrolments').set({ note: 'Blijft' }).where('contact_id', '=', first!).execute()
    const answer = await enrol(planner, parts[0]!, [first!, second!])
    expect(answer.trigger.flash?.str).toBe('1 cursist ingeschreven, 1 was al ingeschreven')
    const row = await app.db.selectFrom('enrolments').select('note').where('contact_id', '=', first!).execute()
    expect(row).toEqual([{ note: 'Blijft' }])
  })

  it('gives the last five places to five of fifty who ask at the same moment, and counts them right', async () => {
    const { parts } = await addPlanning(app, { max: 7, components: [null, null] })
    await put(app, parts, await addPeople(app, 2))
    const people = await addPeople(app, 50)
    const answers = await Promise.all(people.map((person) => enrol(planner, parts[0]!, [person])))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(45)
    expect(answers.find(({ status }) => status === 422)!.json()).toEqual({
      students: [
        'Er zijn niet genoeg vrije plaatsen: Deel 1 heeft geen plaats vrij voor 1 cursist en Deel 2 heeft geen plaats vrij voor 1 cursist.',
      ],
    })
    for (const part of parts) {
      expect(await countsOf(app, part)).toEqual({ enrolled_count: 7, reserved_count: 0, max_count: 7 })
      expect(await peopleIn(app, part)).toHaveLength(7)
    }
  })

  it('counts reserved places as taken, and cannot go below zero even past its own check', async () => {
    const { parts } = await addPlanning(app, { max: 3 })
    await app.db.insertInto('reservations').values({ appointment_id: parts[0]!, company_id: 4, places: 2 }).execute()
    const people = await addPeople(app, 2)
    const answer = await enrol(planner, parts[0]!, people)
    expect(answer.json()).toEqual({
      students: ['Er zijn niet genoeg vrije plaatsen: Deel 1 heeft 1 plaats vrij voor 2 cursisten.'],
    })
    await expect(put(app, parts, people)).rejects.toThrow('appointments_capacity')
    expect(app.services.registry.constraints.appointments_capacity).toEqual({
      field: 'students',
      message: 'Er zijn niet genoeg vrije plaatsen.',
    })
  })

  it('raises the maximum for a planner who asks for it, by what is lacking and never beyond a thousand', async () => {
    const { parts } = await addPlanning(app, { max: 2, components: [null, null] })
    await put(app, [parts[1]!], await addPeople(app, 1))
    const people = await addPeople(app, 2)
    expect((await enrol(planner, parts[0]!, people, { raise_maximum: '1' })).status).toBe(204)
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 2, max_count: 2 })
    expect(await countsOf(app, parts[1]!)).toMatchObject({ enrolled_count: 3, max_count: 3 })
    const full = await addPlanning(app, { max: 1000 })
    await put(app, full.parts, await addPeople(app, 1000))
    const refused = await enrol(planner, full.parts[0]!, people, { raise_maximum: '1' })
    expect(refused.json()).toEqual({ students: ['Een onderdeel heeft hooguit 1.000 plaatsen.'] })
  })

  it.each([
    ['cancelled', 'geannuleerd'],
    ['done', 'afgerond'],
  ])('puts nobody in a part that is %s', async (status, word) => {
    const { parts } = await addPlanning(app, { status })
    const answer = await enrol(planner, parts[0]!, await addPeople(app, 1))
    expect([answer.status, answer.json()]).toEqual([
      422,
      { students: [`Deel 1 is ${word}; daarvoor kunt u niet meer inschrijven.`] },
    ])
  })

  it('puts who is enrolled for all parts in those that are not cancelled', async () => {
    const { parts } = await addPlanning(app, { max: 2, components: [null, null, null] })
    await app.pool.query(`update appointments set status = 'cancelled', max_count = 1 where id = $1`, [parts[1]])
    const people = await addPeople(app, 2)
    expect((await enrol(planner, parts[0]!, people)).status).toBe(204)
    const counts = await Promise.all(parts.map((part) => countsOf(app, part)))
    expect(counts.map(({ enrolled_count }) => enrolled_count)).toEqual([2, 0, 2])
    const answer = await enrol(planner, parts[1]!, await addPeople(app, 1))
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['students']])
  })

  it('refuses nobody, people who do not exist, who are not active, and plannings of another course', async () => {
    const { parts } = await addPlanning(app)
    const other = await addPlanning(app, { courseId: app.story.courses.vca })
    const inactive = await addContact(app.db, { first_name: 'Ina', last_name: 'Ctief', active: false })
    expect((await enrol(planner, parts[0]!, [])).json()).toEqual({ students: ['Kies minimaal één cursist.'] })
    expect((await enrol(planner, parts[0]!, [2_000_000_000])).status).toBe(404)
    expect((await enrol(planner, 2_000_000_000, [10])).status).toBe(404)
    expect((await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': 'x' })).status).toBe(422)
    expect((await enrol(planner, parts[0]!, [inactive])).json()).toEqual({
      students: ['Ina Ctief: niet actief. Activeer het contact eerst.'],
    })
    const elsewhere = await enrol(planner, parts[0]!, [10], { appointment_id: String(other.parts[0]) })
    expect(elsewhere.json()).toEqual({
      appointment_id: ['Kies een planning van deze opleiding of van een alternatief.'],
    })
    const missing = await planner.get(`/calendar/enroll/${parts[0]}/2`)
    expect(missing.status).toBe(404)
    expect(await peopleIn(app, parts[0]!)).toEqual([])
  })

  it('enrols in another planning of the course when that is chosen in the popup', async () => {
    const [here, there] = [await addPlanning(app), await addPlanning(app, { inDays: 60 })]
    const [person] = await addPeople(app, 1)
    const popup = await planner.get(`/calendar/enroll/${here.parts[0]}/0`)
    expect(popup.$(`[name="appointment_id"] option[value="${there.parts[0]}"]`).text()).toContain('12 plaatsen vrij')
    await enrol(planner, here.parts[0]!, [person!], { appointment_id: String(there.parts[0]) })
    expect([await peopleIn(app, here.parts[0]!), await peopleIn(app, there.parts[0]!)]).toEqual([[], [person]])
  })

  it('says of a part that has been when that was, and of others how many places are free', async () => {
    const { parts } = await addPlanning(app, { inDays: -3, components: [null, null] })
    for (const kind of [0, 1]) {
      const hint = (await planner.get(`/calendar/enroll/${parts[1]!}/${kind}`)).$('.field-hint').text()
      expect(hint).toMatch(/Deel 1: al geweest op \d\d-\d\d-\d{4} · Deel 2: 12 plaatsen vrij/)
    }
  })

  it('is one step for a planning, and asks for the planning first when it was opened for a course [T-020]', async () => {
    const courseId = app.story.courses.cpr
    const { parts } = await addPlanning(app, { courseId, components: [null, null] })
    const [person] = await addPeople(app, 1)
    const single = await planner.get(`/calendar/enroll/${parts[0]}/0`)
    expect([single.$('[data-step-key]').length, single.$('[name="students[]"]').length]).toEqual([0, 1])
    const path = `/calendar/enroll/${courseId}/0?by=course`
    const popup = await planner.get(path)
    const steps = popup.$('[data-step-key]').toArray()
    expect(steps.map((step) => popup.$(step).attr('data-step-key'))).toEqual(['planning', 'students'])
    expect(popup.$('[name="planning_id"] option').first().text()).toBe('Maak een keuze')
    expect(popup.$('[name="what_appointments"], [name="students[]"]')).toHaveLength(0)
    const early = await planner.post(`${path}&step=students`, {})
    expect([early.status, early.json()]).toEqual([422, { planning_id: ['Kies een planning.'] }])
    const next = await planner.post(`${path}&step=students`, { planning_id: parts[0]!, 'students[]': person! })
    expect(next.$('[name="appointment_id"] option[selected]').val()).toBe(String(parts[0]))
    expect(next.$('[name="students[]"] option[selected]').val()).toBe(String(person))
    expect(next.$('[name="what_appointments"]')).toHaveLength(2)
    const open = await planner.post(path, { 'students[]': [person!] })
    expect(open.json()).toEqual({ appointment_id: ['Kies een planning.'] })
    const chosen = await planner.post(path, { 'students[]': [person!], appointment_id: parts[0]! })
    expect([chosen.status, await peopleIn(app, parts[0]!)]).toEqual([204, [person]])
    expect((await planner.get('/calendar/enroll/2000000000/0?by=course')).status).toBe(404)
  })

  it('offers to add a student on the way, to those who may [T-021][R-042][S-047]', async () => {
    const { parts } = await addPlanning(app)
    const settings = (answer: Awaited<ReturnType<Browser['get']>>) =>
      JSON.parse(answer.$('select[name="students[]"]').attr('data-selector')!) as { createUrl: string | null }
    expect(settings(await planner.get(`/calendar/enroll/${parts[0]}/0`)).createUrl).toBe('/contact/add')
    expect(settings(await supervisor.get(`/calendar/enroll/${parts[0]}/0`)).createUrl).toBeNull()
  })
})

describe('a supervisor', () => {
  it('enrols own people in open parts, and nobody else', async () => {
    const { parts } = await addPlanning(app)
    const { anouk, gerrit } = app.story.contacts
    expect((await enrol(supervisor, parts[0]!, [anouk])).status).toBe(204)
    expect((await enrol(supervisor, parts[0]!, [gerrit])).status).toBe(404)
    expect((await enrol(supervisor, parts[0]!, [anouk, gerrit])).status).toBe(404)
    expect(await peopleIn(app, parts[0]!)).toEqual([anouk])
  })

  it('does not see closed plannings, and gets nobody into one that own people are in already', async () => {
    const incompany = await addPlanning(app, { incompany: app.story.companies.vanLoon })
    const past = await addPlanning(app, { inDays: -3, status: 'confirmed' })
    const option = await addPlanning(app, { status: 'option' })
    const { anouk, supervisor: me } = app.story.contacts
    for (const { parts } of [incompany, past, option]) {
      expect((await enrol(supervisor, parts[0]!, [anouk])).status).toBe(404)
      await put(app, parts, [anouk])
      const answer = await enrol(supervisor, parts[0]!, [me])
      expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['students']])
      expect(await peopleIn(app, parts[0]!)).toEqual([anouk])
    }
  })

  it('ends enrolments of own people until the part starts', async () => {
    const { anouk, gerrit, supervisor: me } = app.story.contacts
    const coming = await addPlanning(app)
    await put(app, coming.parts, [anouk, gerrit])
    const of = (part: number, students: number[]) =>
      supervisor.post(`/calendar/unsubscribeStudents/${part}`, { students: students.join(',') })
    expect((await of(coming.parts[0]!, [gerrit])).status).toBe(404)
    expect((await of(coming.parts[0]!, [anouk, gerrit])).status).toBe(404)
    expect((await of(coming.parts[0]!, [anouk])).status).toBe(204)
    expect(await peopleIn(app, coming.parts[0]!)).toEqual([gerrit])
    const begun = await addPlanning(app, { inDays: -1, status: 'confirmed' })
    await put(app, begun.parts, [me])
    const late = await of(begun.parts[0]!, [me])
    expect(late.json()).toEqual({
      students: ['Deel 1 is al begonnen of gesloten. Neem contact op met de planning.'],
    })
  })

  it('neither moves nor reserves', async () => {
    const { parts } = await addPlanning(app)
    for (const path of [
      `/calendar/moveStudents/${parts[0]}`,
      `/calendar/enroll/${parts[0]}/1`,
      '/calendar/moveStudents',
    ])
      expect([path, (await supervisor.get(path)).status]).toEqual([path, 403])
    expect((await supervisor.post('/calendar/deleteReservation', { id: 1 })).status).toBe(403)
  })
})

describe('unsubscribing', () => {
  it('asks who is meant, and ends enrolments in this part or in all of them [T-003][R-043][S-048]', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const people = await addPeople(app, 3)
    await put(app, parts, people)
    const popup = await planner.get(`/calendar/unsubscribeStudents/${parts[0]}?students=${people[0]},${people[1]}`)
    expect(popup.$('.popup-body').text()).toMatch(
      /Worden uitgeschreven\s*Proef Persoon\d+, Proef Persoon\d+, voor Deel 1 en Deel 2/,
    )
    const form = fieldsIn(popup)
    expect(form.remove_from_all_appointments).toBe('1')
    const answer = await planner.post(`/calendar/unsubscribeStudents/${parts[0]}`, {
      enrolments: form.enrolments!,
    })
    expect(answer.trigger.flash?.str).toBe('2 cursisten uitgeschreven')
    expect([await peopleIn(app, parts[0]!), await peopleIn(app, parts[1]!)]).toEqual([[people[2]], people])
    await planner.post(`/calendar/unsubscribeStudents/${parts[1]}`, {
      students: String(people[2]),
      remove_from_all_appointments: '1',
    })
    expect([await peopleIn(app, parts[0]!), await peopleIn(app, parts[1]!)]).toEqual([[], people.slice(0, 2)])
    expect(await countsOf(app, parts[0]!)).toMatchObject({ enrolled_count: 0 })
    expect((await planner.post(`/calendar/unsubscribeStudents/${parts[0]}`)).json()).toEqual({
      students: ['Vink minimaal één cursist aan.'],
    })
  })

  it('asks first when the ticked rows are of several parts, and ends just those [T-169][M-054]', async () => {
    const { parts } = await addPlanning(app, { components: [null, null, null] })
    const [person] = await addPeople(app, 1)
    await put(app, parts, [person!])
    const ids = await app.db.selectFrom('enrolments').select('id').where('contact_id', '=', person!).execute()
    const [first, second] = ids.map(({ id }) => id)
    const warning = 'Uw selectie bevat verschillende contactmomenten. Weet u zeker dat u wilt doorgaan?'
    expect((await planner.get(`/calendar/unsubscribeStudents?ids=${first}`)).text).not.toContain(warning)
    const popup = await planner.get(`/calendar/unsubscribeStudents?ids=${first},${second}`)
    expect(popup.$('form[data-form]').attr('hx-confirm')).toBe(warning)
    await planner.post('/calendar/unsubscribeStudents', { enrolments: fieldsIn(popup).enrolments! })
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    expect(await peopleIn(app, parts[2]!)).toEqual([person])
  })

  const cancelPath = (part: number) => `/calendar/cancelEnrollment/${part}`

  it('cancels all parts after asking when there is only one [T-128][T-188][R-050]', async () => {
    const { parts } = await addPlanning(app)
    const people = await addPeople(app, 2)
    await put(app, parts, people)
    const asked = await planner.get(`${cancelPath(parts[0]!)}?id=${people[0]}`)
    expect(asked.$('.popup-body').text()).toContain('Weet u zeker dat u')
    expect(asked.$('[name="all"][type="radio"]')).toHaveLength(0)
    expect((await planner.post(cancelPath(parts[0]!), { id: people[0]! })).status).toBe(204)
    expect(await peopleIn(app, parts[0]!)).toEqual([people[1]])
  })

  it('lets the user choose all parts or only this one when there are more [T-129][S-054]', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const people = await addPeople(app, 2)
    await put(app, parts, people)
    const choice = await planner.get(`${cancelPath(parts[0]!)}?id=${people[0]}`)
    expect(choice.$('[name="all"][type="radio"]')).toHaveLength(2)
    await planner.post(cancelPath(parts[0]!), { id: people[0]!, all: '0' })
    await planner.post(cancelPath(parts[0]!), { id: people[1]!, all: '1' })
    expect([await peopleIn(app, parts[0]!), await peopleIn(app, parts[1]!)]).toEqual([[], [people[0]]])
  })

  it('leaves finished parts and people with a certificate as they are', async () => {
    const done = await addPlanning(app, { inDays: -10, status: 'done' })
    const people = await addPeople(app, 1)
    await put(app, done.parts, people)
    const refused = await planner.post(`/calendar/unsubscribeStudents/${done.parts[0]}`, {
      students: String(people[0]),
    })
    expect(refused.json()).toEqual({ students: ['Deel 1 is afgerond; uitschrijven kan niet meer.'] })

    const held = await addPlanning(app, { inDays: -10, status: 'executed' })
    await put(app, held.parts, people)
    const { rows } = await app.pool.query<{ id: number }>(
      "insert into layouts (kind, name) values ('certificate', 'Proef') returning id",
    )
    await app.db
      .insertInto('certificates')
      .values({
        contact_id: people[0]!,
        course_id: app.story.courses.bhv,
        group_id: held.planningId,
        layout_id: rows[0]!.id,
        layout_version: 1,
        number: '1999-000001',
        issued_on: '2026-01-01',
        snapshot: '{}',
        token: 'a-token-of-this-test-only',
      })
      .execute()
    const certified = await planner.post(`/calendar/unsubscribeStudents/${held.parts[0]}`, {
      students: String(people[0]),
    })
    expect(certified.status).toBe(422)
    expect(certified.json<{ students: string[] }>().students[0]).toContain('er is al een certificaat uitgegeven')
    expect(await peopleIn(app, held.parts[0]!)).toEqual(people)
    await app.db.updateTable('certificates').set({ withdrawn_at: new Date(), withdrawn_reason: 'Vergissing' }).where('token', '=', 'a-token-of-this-test-only').execute() // prettier-ignore
    const free = await planner.post(`/calendar/unsubscribeStudents/${held.parts[0]}`, { students: String(people[0]) })
    expect(free.status).toBe(204)
    expect(await peopleIn(app, held.parts[0]!)).toEqual(people.slice(1))
  })
})
