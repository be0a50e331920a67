// clock
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today, wallClock } from '../../src/platform/format/zone.ts'
import { listUnfit } from '../../src/training/catalogue/requirements/index.ts'
import { askLines } from '../../src/training/places/waiting-list/waiting-list.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addCourse, addPassedPlanning } from '../support/builders.ts'
import { addPeople, addPlanning, peopleIn, preview, put, saveList } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
let basis: number
let refresher: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  supervisor = await app.as(ROLE.supervisor)
  basis = await addCourse(app.db, { description: 'Klimmen', code: 'KLIM' })
  refresher = await addCourse(app.db, { description: 'Klimmen herhaling', code: 'KLIM-H' })
  await app.db
    .insertInto('course_requirements')
    .values([
      { course_id: refresher, required_course_id: basis },
      { course_id: refresher, required_course_id: refresher },
    ])
    .execute()
})
afterAll(() => app.close())

/** Somebody who holds a certificate of a course until so many days from now. */
let numbers = 0
async function certify(contact_id: number, course_id: number, until: number | null, more: { withdrawn?: true } = {}) {
  const { planningId: group_id } = await addPassedPlanning(app.db, course_id, [contact_id])
  const layout = await app.db.selectFrom('layouts').select('id').orderBy('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('certificates')
    .values({
      number: `2019-${String(900_000 + ++numbers)}`,
      contact_id,
      group_id,
      course_id,
      layout_id: layout.id,
      layout_version: 1,
      issued_on: addDays(today(), -400),
      valid_until: until === null ? null : addDays(today(), until),
      token: `requirements-test-token-${numbers}`,
      snapshot: '{}',
      withdrawn_at: more.withdrawn ? new Date() : null,
      withdrawn_reason: more.withdrawn ? 'Verkeerde cursist' : null,
    })
    .execute()
}
/** What the history tells of a record last, opened. */
async function lastEvent(type: string, id: number): Promise<string> {
  const { $ } = await planner.get(`/events/of/${type}/${id}?embed=1`)
  return (await planner.get($('tbody tr[data-open]').first().attr('data-open')!)).text
}
const asking = (more: Parameters<typeof addPlanning>[1] = {}) =>
  addPlanning(app, { courseId: refresher, inDays: 30, ...more })
const enrol = (by: Browser, part: number, students: number[], waiver = '') =>
  by.post(`/calendar/enroll/${part}/0`, { 'students[]': students, ...(waiver ? { waiver } : {}) })
const rowsIn = (part: number) =>
  app.db
    .selectFrom('enrolments')
    .select(['contact_id', 'waiver', 'waived_by', 'waived_at'])
    .where('appointment_id', '=', part)
    .orderBy('contact_id')
    .execute()
const dayOf = async (part: number) =>
  wallClock(
    (await app.db.selectFrom('appointments').select('starts_at').where('id', '=', part).executeTakeFirstOrThrow())
      .starts_at,
  ).day

describe('what a course asks', () => {
  it('is set on the course, shown in its popup, told by its history, and can be taken back', async () => {
    const course = await addCourse(app.db, { description: 'Speleologie', code: 'SPEL' })
    const stored = () =>
      app.db.selectFrom('courses').select(['version', 'minimum_age']).where('id', '=', course).executeTakeFirstOrThrow()
    const needed = async () =>
      (await app.db.selectFrom('course_requirements').selectAll().where('course_id', '=', course).execute()).map(
        ({ required_course_id }) => required_course_id,
      )
    const form = async () => ({
      description: 'Speleologie',
      code: 'SPEL',
      max_count: 12,
      'components[0][description]': 'Grot',
      'components[0][duration_minutes]': '4:00',
      'components[0][default_start]': '09:00',
      version: (await stored()).version,
    })
    const bad = await planner.post(`/course/edit/${course}`, { ...(await form()), minimum_age: 200 })
    expect([bad.status, Object.keys(bad.json<object>())]).toEqual([422, ['minimum_age']])
    const unknown = { ...(await form()), 'required_courses[]': 2_000_000 }
    expect((await planner.post(`/course/edit/${course}`, unknown)).status).toBe(422)
    const saved = await planner.post(`/course/edit/${course}`, {
      ...(await form()),
      minimum_age: 18,
      'required_courses[]': [basis, refresher],
    })
    expect(saved.status).toBe(204)
    expect([await needed(), (await stored()).minimum_age]).toEqual([[basis, refresher], 18])
    const { text } = await planner.get(`/course/view/${course}`)
    expect(text.replace(/\s+/g, ' ')).toMatch(/Klimmen<\/a> of <a[^>]*>Klimmen herhaling/)
    expect(await lastEvent('course', course)).toContain('Geldig certificaat nodig')
    await planner.post(`/undo/${saved.undo!.set}`)
    expect([await needed(), (await stored()).minimum_age]).toEqual([[], null])
  })

  it('keeps a course whose certificate is asked from being deleted', async () => {
    const asked = await addCourse(app.db)
    const asks = await addCourse(app.db)
    await app.db.insertInto('course_requirements').values({ course_id: asks, required_course_id: asked }).execute()
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.post('/course/delete', { id: asked })).status).toBe(409)
    expect((await administrator.post('/course/delete', { id: asks })).status).toBeLessThan(300)
  })
})

describe('who is enrolled', () => {
  it('holds one of the certificates, valid on the first day of the planning, which is named with the person otherwise', async () => {
    const { parts } = await asking({ components: [null, null] })
    const [held, other, lapsed, withdrawn, nothing] = await addPeople(app, 5)
    await certify(held!, basis, 30)
    await certify(other!, refresher, null)
    await certify(lapsed!, basis, 29)
    await certify(withdrawn!, basis, 300, { withdrawn: true })
    expect((await enrol(planner, parts[0]!, [held!, other!])).status).toBe(204)
    const day = formatDate(await dayOf(parts[0]!))
    for (const who of [lapsed!, withdrawn!, nothing!]) {
      const refused = await enrol(planner, parts[0]!, [held!, who])
      expect(refused.status).toBe(422)
      expect(refused.json<{ waiver: string[] }>().waiver[0]).toMatch(
        new RegExp(`Proef Persoon\\d+ heeft geen geldig certificaat Klimmen of Klimmen herhaling op ${day}\\.$`),
      )
    }
    expect(await peopleIn(app, parts[0]!)).toEqual([held, other])
  })

  it('is judged on the first day that is held, whatever was cancelled before it', async () => {
    const { parts } = await asking({ components: [null, null] })
    const [ends] = await addPeople(app, 1)
    await certify(ends!, basis, 33)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', parts[0]!).execute()
    expect((await enrol(planner, parts[1]!, [ends!])).text).toContain(formatDate(await dayOf(parts[1]!)))
    expect(await peopleIn(app, parts[1]!)).toEqual([])
  })

  it('holds it on that day already, not one that was issued after it', async () => {
    const { parts } = await asking({ inDays: -450 })
    const [later] = await addPeople(app, 1)
    await certify(later!, basis, 300)
    expect((await enrol(planner, parts[0]!, [later!])).text).toContain('geen geldig certificaat')
  })

  it('may renew what ended within the grace of the course that this one refreshes', async () => {
    const renewed = await addCourse(app.db, { grace_months: 3 })
    const renews = await addCourse(app.db)
    await app.db.updateTable('courses').set({ refresher_course_id: renews }).where('id', '=', renewed).execute()
    await app.db.insertInto('course_requirements').values({ course_id: renews, required_course_id: renewed }).execute()
    const { parts } = await asking({ courseId: renews })
    const [inGrace, past, last, over] = await addPeople(app, 4)
    await certify(inGrace!, renewed, 0)
    await certify(past!, renewed, -100)
    // The first day of which three months of grace reach the planning, and the day before it.
    const { rows } = await sql<{ days: number }>`
      select min(day)::date - ${today()}::date as days
      from generate_series(${today()}::date - 120, ${today()}::date, '1 day') day
      where (day + interval '3 months')::date >= ${await dayOf(parts[0]!)}::date`.execute(app.db)
    const { days } = rows[0]!
    await certify(last!, renewed, days)
    await certify(over!, renewed, days - 1)
    for (const who of [past!, over!]) expect((await enrol(planner, parts[0]!, [who])).status).toBe(422)
    expect((await enrol(planner, parts[0]!, [inGrace!, last!])).status).toBe(204)
  })

  it('is as old as asked on that day, also where the birth date is not known', async () => {
    const course = await addCourse(app.db, { minimum_age: 18 })
    const { parts } = await asking({ courseId: course })
    const day = await dayOf(parts[0]!)
    const [of, young, unknown] = await addPeople(app, 3)
    const born = (who: number, birth_date: string) =>
      app.db.updateTable('contacts').set({ birth_date }).where('id', '=', who).execute()
    const eighteen = `${Number(day.slice(0, 4)) - 18}${day.slice(4) === '-02-29' ? '-03-01' : day.slice(4)}`
    await born(of!, eighteen)
    await born(young!, addDays(eighteen, 1))
    expect((await enrol(planner, parts[0]!, [young!])).text).toContain(`nog geen 18 jaar`)
    expect((await enrol(planner, parts[0]!, [unknown!])).text).toContain('geen geboortedatum bekend')
    expect((await enrol(planner, parts[0]!, [of!])).status).toBe(204)
  })

  it('follows it in the language of the course, which a contact says; empty is Dutch', async () => {
    const course = await addCourse(app.db, { language: 'pl' })
    const { parts } = await asking({ courseId: course })
    const [polish, dutch] = await addPeople(app, 2)
    const contact = () => app.db.selectFrom('contacts').selectAll().where('id', '=', polish!).executeTakeFirstOrThrow()
    const { version, last_name, email } = await contact()
    const form = { last_name, email: email!, 'roles[]': [ROLE.student], version }
    const edit = (language: string) => planner.post(`/contact/edit/${polish!}`, { ...form, language })
    expect((await edit('xx')).status).toBe(422)
    expect((await edit('pl')).status).toBe(204)
    expect((await contact()).language).toBe('pl')
    expect((await planner.get(`/contact/view/${polish!}`)).text).toMatch(/Lestaal<\/dt><dd>Pools/)
    expect((await planner.get(`/course/view/${course}`)).text).toMatch(/Lestaal<\/dt><dd>Pools/)
    const refused = await enrol(planner, parts[0]!, [polish!, dutch!])
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(/volgt een opleiding in het Nederlands; deze is in het Pools/),
    ])
    expect(refused.text.match(/in het Nederlands/g)).toHaveLength(1)
    expect((await enrol(planner, parts[0]!, [polish!])).status).toBe(204)
    expect((await enrol(planner, parts[0]!, [dutch!], 'Verstaat het goed')).status).toBe(204)
    expect(await rowsIn(parts[0]!)).toMatchObject([
      { contact_id: polish, waiver: '' },
      { contact_id: dutch, waiver: 'Verstaat het goed' },
    ])
  })

  it('is let in all the same by a planner with a reason, which stays with the enrolment, in its row and history, and goes with undo', async () => {
    const { parts } = await asking({ components: [null, null] })
    const [held, lacks] = await addPeople(app, 2)
    await certify(held!, basis, 90)
    const saved = await enrol(planner, parts[0]!, [held!, lacks!], 'Certificaat van een andere opleider gezien')
    expect(saved.status).toBe(204)
    for (const part of parts) {
      const [fit, waived] = await rowsIn(part)
      expect(fit).toMatchObject({ contact_id: held, waiver: '', waived_by: null, waived_at: null })
      expect(waived).toMatchObject({ contact_id: lacks, waiver: 'Certificaat van een andere opleider gezien' })
      expect([waived!.waived_by, waived!.waived_at]).toEqual([expect.any(Number), expect.any(Date)])
    }
    const { text } = await planner.get(`/calendar/${parts[0]!}/students/table?embed=1`)
    expect(text).toMatch(
      /Voldoet niet aan de eisen: Certificaat van een andere opleider gezien \([^)]+, \d\d-\d\d-\d{4}\)/,
    )
    expect(await lastEvent('appointment', parts[0]!)).toMatch(/Waarom toch toegelaten.*Certificaat van een andere/s)
    // Whoever is in stays as they are, and is not asked again.
    expect((await enrol(planner, parts[0]!, [lacks!])).status).toBe(204)
    const asked = await planner.get(`/calendar/${parts[0]!}/requirements?students=${lacks!}`)
    expect(asked.text.trim()).toBe('')
    await planner.post(`/undo/${saved.undo!.set}`)
    expect(await rowsIn(parts[0]!)).toEqual([])
  })

  it('is refused to a supervisor, whatever reason they send', async () => {
    const { parts } = await asking()
    const own = app.story.students.findLast(({ companyId }) => companyId === app.story.companies.deLinde)!.id
    const refused = await enrol(supervisor, parts[0]!, [own], 'Mag van mij')
    expect(refused.status).toBe(422)
    expect(refused.json<{ students: string[] }>().students[0]).toContain('geen geldig certificaat')
    expect(await peopleIn(app, parts[0]!)).toEqual([])
  })

  it('who is elsewhere at that time is named too, to a supervisor without where', async () => {
    const course = app.story.courses.vca
    const other = await addPlanning(app, { courseId: course, inDays: 44 })
    const same = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 44 })
    const own = app.story.students.findLast(({ companyId }) => companyId === app.story.companies.deLinde)!.id
    const told = async (by: Browser, part: number, from = '') => {
      const answer = await by.get(`/calendar/${part}/requirements?students=${own}${from}`)
      expect(answer.status).toBe(200)
      return answer.$('.note').text().trim()
    }
    expect(await told(planner, same.parts[0]!)).toBe('')
    await app.db
      .insertInto('enrolments')
      .values({ appointment_id: other.parts[0]!, contact_id: own, company_id: app.story.companies.deLinde })
      .execute()
    expect(await told(planner, same.parts[0]!)).toMatch(/ is dan ook ingeschreven voor .+\.$/)
    expect(await told(supervisor, same.parts[0]!)).toMatch(/ volgt dan al een andere opleiding\.$/)
    // Where they are already, and where they would leave for it, is not elsewhere.
    expect(await told(planner, other.parts[0]!)).toBe('')
    expect(await told(planner, same.parts[0]!, `&from=${other.parts[0]!}`)).toBe('')
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', other.parts[0]!).execute()
    expect(await told(planner, same.parts[0]!)).toBe('')
  })

  it('is named before anything is saved, with a reason to fill in for planners alone', async () => {
    const { parts } = await asking()
    const own = app.story.students.findLast(({ companyId }) => companyId === app.story.companies.deLinde)!.id
    const ask = (by: Browser, students: number[]) =>
      by.get(`/calendar/${parts[0]!}/requirements?students=${students.join(',')}`)
    const shown = await ask(planner, [own])
    expect([shown.$('.note').text(), shown.$('[name=waiver]').length]).toEqual([
      expect.stringContaining('geen geldig certificaat'),
      1,
    ])
    const toSupervisor = await ask(supervisor, [own])
    expect([toSupervisor.$('.note').length, toSupervisor.$('[name=waiver]').length]).toEqual([1, 0])
    await certify(own, basis, 90)
    expect((await ask(planner, [own])).text.trim()).toBe('')
    expect((await ask(supervisor, [app.story.contacts.gerrit])).status).toBe(404)
  })

  it('is judged in one query, however many they are', async () => {
    const { planningId } = await asking({ max: 1000 })
    const people = await addPeople(app, 1000)
    await certify(people[0]!, basis, 90)
    let queries = 0
    const counting = app.db.withPlugin({
      transformQuery: ({ node }) => (queries++, node),
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect(await listUnfit(counting, planningId, people)).toHaveLength(999)
    expect(queries).toBe(1)
  })
})

describe('on a list', () => {
  const LIST = 'Voornaam;Achternaam;Geboortedatum\nKlaas;Klimmerman;01-01-1990\nPiet;Nieuweling;01-01-1991'

  it('each line says who does not meet what is asked, and one reason lets them in', async () => {
    const { parts } = await asking()
    const { id } = await app.db
      .insertInto('contacts')
      .values({ first_name: 'Klaas', last_name: 'Klimmerman', birth_date: '1990-01-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await certify(id, basis, 90)
    const shown = await preview(planner, parts[0]!, { text: LIST })
    const lines = shown.$('tr[data-line]').toArray().map((line) => shown.$(line)) // prettier-ignore
    expect(lines.map((line) => line.attr('data-lacking') ?? '')).toEqual(['', 'new'])
    expect(lines[1]!.text()).toContain('Piet Nieuweling heeft geen geldig certificaat')
    const ask = await planner.get(`/calendar/${parts[0]!}/requirements?lines=1`)
    expect(ask.$('.note').text()).toContain('1 cursist op de lijst voldoet niet aan de eisen')
    const more = { private_persons: '1' }
    expect((await saveList(planner, parts[0]!, shown, more)).json()).toHaveProperty('waiver')
    expect(await peopleIn(app, parts[0]!)).toEqual([])
    const saved = await saveList(planner, parts[0]!, shown, { ...more, waiver: 'Ervaring getoond' })
    expect(saved.status).toBe(204)
    expect((await rowsIn(parts[0]!)).map(({ waiver }) => waiver)).toEqual(['', 'Ervaring getoond'])
  })
})

describe('moving and replacing', () => {
  const moveTo = (from: number, to: number, students: number, more: Record<string, string> = {}) =>
    planner.post(`/calendar/moveStudents/${from}`, { students, appointment_id: to, what_appointments: 'all', ...more })

  it('judges by the day of the planning they go to, and who was let in before stays so within the course', async () => {
    const [soon, later] = [await asking({ inDays: 10 }), await asking({ inDays: 60 })]
    const [holds, waived] = await addPeople(app, 2)
    await certify(holds!, basis, 20)
    await enrol(planner, soon.parts[0]!, [holds!, waived!], 'Werkt er al jaren')
    const refused = await moveTo(soon.parts[0]!, later.parts[0]!, holds!)
    expect([refused.status, Object.keys(refused.json<object>())]).toEqual([422, ['waiver']])
    expect((await moveTo(soon.parts[0]!, later.parts[0]!, waived!)).status).toBe(204)
    expect((await moveTo(soon.parts[0]!, later.parts[0]!, holds!, { waiver: 'Haalt het opnieuw' })).status).toBe(204)
    expect((await rowsIn(later.parts[0]!)).map(({ waiver, waived_at }) => [waiver, waived_at === null])).toEqual([
      ['Haalt het opnieuw', false],
      ['Werkt er al jaren', false],
    ])
  })

  it('drops the reason with the course that asked for it', async () => {
    const from = await asking()
    const to = await addPlanning(app)
    const [who] = await addPeople(app, 1)
    await enrol(planner, from.parts[0]!, [who!], 'Werkt er al jaren')
    expect((await moveTo(from.parts[0]!, to.parts[0]!, who!)).status).toBe(204)
    expect(await rowsIn(to.parts[0]!)).toEqual([{ contact_id: who, waiver: '', waived_by: null, waived_at: null }])
  })

  it('asks a reason anew of who goes to another course that asks', async () => {
    const other = await addCourse(app.db, { description: 'Abseilen', code: 'ABS' })
    await app.db.insertInto('course_requirements').values({ course_id: other, required_course_id: basis }).execute()
    const [from, to] = [await asking(), await asking({ courseId: other })]
    const [who] = await addPeople(app, 1)
    await enrol(planner, from.parts[0]!, [who!], 'Werkt er al jaren')
    const refused = await moveTo(from.parts[0]!, to.parts[0]!, who!)
    expect([refused.status, Object.keys(refused.json<object>())]).toEqual([422, ['waiver']])
    expect(await peopleIn(app, from.parts[0]!)).toEqual([who])
    expect((await moveTo(from.parts[0]!, to.parts[0]!, who!, { waiver: 'Ook hier gezien' })).status).toBe(204)
    expect(await rowsIn(to.parts[0]!)).toMatchObject([{ contact_id: who, waiver: 'Ook hier gezien' }])
  })

  it('judges who takes a place', async () => {
    const { parts } = await asking()
    const [leaving, coming] = await addPeople(app, 2)
    await put(app, parts, [leaving!])
    const replace = (waiver = '') =>
      planner.post(`/calendar/replaceStudent/${parts[0]!}`, { id: leaving!, contact_id: coming!, waiver })
    expect((await replace()).json()).toHaveProperty('waiver')
    expect(await peopleIn(app, parts[0]!)).toEqual([leaving])
    expect((await replace('Zelfde werk')).status).toBe(204)
    expect(await rowsIn(parts[0]!)).toMatchObject([{ contact_id: coming, waiver: 'Zelfde werk' }])
  })
})

describe('the waiting list', () => {
  const full = async () => {
    const planning = await asking({ max: 1 })
    const [inside, lacks, holds] = await addPeople(app, 3)
    await put(app, planning.parts, [inside!])
    await certify(holds!, basis, 90)
    const wait = { course_id: refresher, planning_id: planning.planningId, 'students[]': [lacks!, holds!] }
    expect((await planner.post('/waiting-list/add', wait)).status).toBe(204)
    return { ...planning, inside: inside!, lacks: lacks!, holds: holds! }
  }
  const leave = (part: number, students: number) =>
    planner.post(`/calendar/unsubscribeStudents/${part}`, { students, remove_from_all_appointments: '1' })
  const entryOf = (contact: number) =>
    app.db.selectFrom('waiting_entries').select('id').where('contact_id', '=', contact).executeTakeFirstOrThrow() // prettier-ignore

  it('passes by who does not meet what the course asks, and says so', async () => {
    const { planningId, parts, inside, lacks, holds } = await full()
    await leave(parts[0]!, inside)
    await askLines(app.services, new Date())
    const steps = await app.db
      .selectFrom('waiting_steps')
      .innerJoin('waiting_entries', 'waiting_entries.id', 'waiting_steps.entry_id')
      .select(['contact_id', 'kind', 'detail'])
      .where('waiting_steps.group_id', '=', planningId)
      .where('kind', 'in', ['skipped', 'offered'])
      .orderBy('waiting_steps.id')
      .execute()
    expect(steps).toEqual([
      { contact_id: lacks, kind: 'skipped', detail: 'Voldoet niet aan de eisen' },
      { contact_id: holds, kind: 'offered', detail: 'plaats 2' },
    ])
  })

  it('holds a place for who met it when it was offered, whatever became of the certificate since', async () => {
    const { parts, inside, holds } = await full()
    await leave(parts[0]!, inside)
    await askLines(app.services, new Date())
    const { id } = await entryOf(holds)
    await app.db.deleteFrom('certificates').where('contact_id', '=', holds).execute()
    expect((await planner.post(`/waiting-list/answer/${id}`, { answer: 'yes' })).status).toBe(204)
    expect(await rowsIn(parts[0]!)).toMatchObject([{ contact_id: holds, waiver: '' }])
  })

  it('keeps the reason of a planner who offers by hand with the enrolment', async () => {
    const { planningId, parts, inside, lacks } = await full()
    await leave(parts[0]!, inside)
    const { id } = await entryOf(lacks)
    const offer = (reason: string) => planner.post(`/waiting-list/offer/${id}?planning_id=${planningId}`, { reason })
    expect((await offer('')).status).toBe(422)
    expect((await offer('Bewijs gezien')).status).toBe(204)
    expect((await planner.post(`/waiting-list/answer/${id}`, { answer: 'yes' })).status).toBe(204)
    expect(await rowsIn(parts[0]!)).toMatchObject([{ contact_id: lacks, waiver: 'Bewijs gezien' }])
  })
})

describe('the reason', () => {
  it('is in the file about a person and goes when they are anonymised, in the history too', async () => {
    const { parts } = await asking({ inDays: -60 })
    const [who] = await addPeople(app, 1)
    expect((await enrol(planner, parts[0]!, [who!], 'Geheim verhaal')).status).toBe(204)
    const administrator = await app.as(ROLE.administrator)
    const done = await administrator.post(`/privacy/anonymise/${who!}`, { word: 'anonimiseren' })
    expect(done.status).toBeLessThan(300)
    expect((await rowsIn(parts[0]!))[0]!.waiver).toBe('')
    const { rows } = await sql<{ found: number }>`
      select count(*)::integer as found from history where changes::text like '%Geheim verhaal%'`.execute(app.db)
    expect(rows[0]!.found).toBe(0)
  })

  it('stays when two become one who were both in', async () => {
    const { parts } = await asking()
    const [kept, gone] = await addPeople(app, 2)
    await put(app, parts, [kept!])
    await enrol(planner, parts[0]!, [gone!], 'Bewijs gezien')
    const merged = await planner.post(`/contacts/merge?ids=${kept},${gone}`, { kept_id: kept!, gone_id: gone! })
    expect(merged.status).toBeOneOf([200, 204])
    expect(await rowsIn(parts[0]!)).toMatchObject([{ contact_id: kept, waiver: 'Bewijs gezien' }])
  })
})
