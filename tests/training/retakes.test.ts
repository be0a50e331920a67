import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { enrolUrl, outcomeText } from '../../src/training/proof/retakes/retakes.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { addPeople, addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** A finished planning with so many students, who were there and passed. */
async function finished(courseId: number, count = 1, options: Parameters<typeof addPlanning>[1] = {}) {
  const planning = await addPlanning(app, { courseId, inDays: -20, status: 'done', ...options })
  const people = await addPeople(app, count)
  await put(app, planning.parts, people)
  await app.db
    .updateTable('enrolments')
    .set({ present: 1, passed: 1 })
    .where('appointment_id', 'in', planning.parts)
    .execute()
  return { ...planning, people }
}
const outcome = (appointment_id: number, contact_id: number, present: 0 | 1, passed: 0 | 1 | null) =>
  app.db
    .updateTable('enrolments')
    .set({ present, passed })
    .where('appointment_id', '=', appointment_id)
    .where('contact_id', '=', contact_id)
    .execute()
/** The list, as it stands with these filters: the name's link of each row, and the text of its cells. */
async function listed(query: string) {
  const { $ } = await planner.get(`/courses/retakes?max_per_page=200&${query}`)
  return $('tbody[data-rows] tr[data-id]')
    .toArray()
    .map((row) => ({
      id: Number($(row).attr('data-id')),
      contact: Number($(row).attr('data-open')!.split('/').at(-1)),
      text: $(row).text().replace(/\s+/g, ' '),
    }))
}
const contactsOf = async (query: string) => (await listed(query)).map(({ contact }) => contact)
const counted = async () => Number((await planner.get('/attention')).$('a[data-attention=retakes] b').text() || 0)

describe('the words of a retake', () => {
  const part = (absent: boolean) => ({ id: 1, component_id: null, description: 'Deel', absent })

  it('say who was absent from all of it apart from who did not pass some of it', () => {
    expect(outcomeText([part(true), part(true)])).toBe('Niet gekomen')
    expect(outcomeText([part(true), part(false)])).toBe('Niet geslaagd')
  })

  it('lead to the part, the whole course, or to the course where nothing fits yet', () => {
    const row = { contact_id: 7, course_id: 3, next_part: 12 }
    expect(enrolUrl(row, 'this')).toBe('/calendar/enroll/12/0?contact_id=7&what=this')
    expect(enrolUrl(row, 'all')).toBe('/calendar/enroll/12/0?contact_id=7&what=all')
    expect(enrolUrl({ ...row, next_part: null }, 'this')).toBe('/calendar/enroll/3/0?by=course&contact_id=7')
  })
})

describe('who is to be planned again', () => {
  it('was absent or did not pass in a finished part, once per planning, and is counted where it leads', async () => {
    const before = await counted()
    const course = await addCourse(app.db)
    const { parts, people } = await finished(course, 4, { components: [null, null] })
    const [passed, absent, failed] = people
    await outcome(parts[0]!, absent!, 0, null)
    await outcome(parts[1]!, absent!, 0, null)
    await outcome(parts[1]!, failed!, 1, 0)
    const open = await finished(course, 1, { status: 'executed' })
    await outcome(open.parts[0]!, open.people[0]!, 0, null)
    const old = await finished(course, 1, { inDays: -370 })
    await outcome(old.parts[0]!, old.people[0]!, 0, null)
    const told = new Map((await listed(`aside=no&course_id=${course}`)).map(({ contact, text }) => [contact, text]))
    expect([...told.keys()].sort((a, b) => a - b)).toEqual([absent, failed])
    expect(told.get(absent!)).toMatch(/Deel 1, Deel 2.*Niet gekomen/)
    expect(told.get(failed!)).toMatch(/Deel 2.*Niet geslaagd/)
    expect(await contactsOf(`aside=no&course_id=${course}&outcome=absent`)).toEqual([absent])
    expect(await contactsOf(`aside=no&course_id=${course}&outcome=failed`)).toEqual([failed])
    expect(await contactsOf(`aside=no&contact_id=${passed}`)).toEqual([])
    expect(await counted()).toBe(before + 2)
    expect(await counted()).toBe((await listed('aside=no')).length)
  })

  it('is found by what the list says of them, also who missed one part and did not pass another', async () => {
    const course = await addCourse(app.db)
    const { parts, people } = await finished(course, 2, { components: [null, null] })
    const [mixed, absent] = people
    await outcome(parts[0]!, mixed!, 0, null)
    await outcome(parts[1]!, mixed!, 1, 0)
    for (const part of parts) await outcome(part, absent!, 0, null)
    const told = new Map((await listed(`aside=no&course_id=${course}`)).map(({ contact, text }) => [contact, text]))
    expect([told.get(mixed!), told.get(absent!)]).toEqual([
      expect.stringContaining('Niet geslaagd'),
      expect.stringContaining('Niet gekomen'),
    ])
    expect(await contactsOf(`aside=no&course_id=${course}&outcome=failed`)).toEqual([mixed])
    expect(await contactsOf(`aside=no&course_id=${course}&outcome=absent`)).toEqual([absent])
  })

  it('is gone by itself once enrolled in the part again, by the same component, and back when that is undone', async () => {
    const { bhv } = app.story.courses
    const components = await app.db
      .selectFrom('course_components')
      .select('id')
      .where('course_id', '=', bhv)
      .orderBy('position')
      .execute()
    const [theory, practice] = components.map(({ id }) => id)
    const { parts, people } = await finished(bhv, 1, { components: [theory!, practice!] })
    const who = people[0]!
    await outcome(parts[1]!, who, 1, 0)
    const asked = `aside=no&contact_id=${who}`
    expect(await contactsOf(asked)).toEqual([who])
    const again = await addPlanning(app, { courseId: bhv, components: [theory!, practice!], inDays: 9 })
    const enrol = (part: number) =>
      planner.post(`/calendar/enroll/${part}/0`, { 'students[]': who, what_appointments: 'this' })
    expect((await enrol(again.parts[0]!)).status).toBe(204)
    expect(await contactsOf(asked)).toEqual([who])
    const saved = await enrol(again.parts[1]!)
    expect(saved.status).toBe(204)
    expect(await contactsOf(asked)).toEqual([])
    await planner.post(`/undo/${saved.undo!.set}`)
    expect(await contactsOf(asked)).toEqual([who])
    await put(app, [again.parts[1]!], [who])
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', again.parts[1]!).execute()
    expect(await contactsOf(asked)).toEqual([who])
  })

  it('is enrolled with person, course and the part that fits, or the whole course', async () => {
    const course = await addCourse(app.db, { description: 'Opnieuw' })
    const { id: component } = await app.db
      .insertInto('course_components')
      .values({ course_id: course, position: 1, description: 'Praktijk', duration_minutes: 240 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { parts, people } = await finished(course, 1, { components: [null, component] })
    await outcome(parts[1]!, people[0]!, 1, 0)
    const row = `/courses/retakes?aside=no&contact_id=${people[0]!}`
    const urls = async () => {
      const { $ } = await planner.get(row)
      const actions = JSON.parse($('tbody[data-rows] [data-menu]').first().attr('data-menu')!) as { url: string }[]
      return actions.map(({ url }) => url).filter((url) => url.startsWith('/calendar/enroll'))
    }
    expect(await urls()).toEqual(Array(2).fill(`/calendar/enroll/${course}/0?by=course&contact_id=${people[0]!}`))
    const full = await addPlanning(app, { courseId: course, components: [component], inDays: 5, max: 1 })
    await put(app, full.parts, await addPeople(app, 1))
    const coming = await addPlanning(app, { courseId: course, components: [null, component], inDays: 12 })
    const [part, whole] = await urls()
    expect(part).toBe(`/calendar/enroll/${coming.parts[1]!}/0?contact_id=${people[0]!}&what=this`)
    const { $ } = await planner.get(part!)
    expect($('select[name="students[]"] option[selected]').attr('value')).toBe(String(people[0]))
    expect($('[name=what_appointments][checked]').attr('value')).toBe('this')
    expect((await planner.get(whole!)).$('[name=what_appointments][checked]').attr('value')).toBe('all')
    const foreign = await app.as(ROLE.supervisor)
    expect((await foreign.get(part!)).status).toBe(404)
  })

  it('can be set aside with a reason, and put back, both with undo, and stays in the history', async () => {
    const course = await addCourse(app.db)
    const { parts, people } = await finished(course, 2)
    for (const who of people) await outcome(parts[0]!, who, 0, null)
    const rows = await listed(`aside=no&course_id=${course}`)
    const ids = rows.map(({ id }) => id).join()
    const setAside = (reason: string) => planner.post(`/courses/retakes/aside?ids=${ids}`, { reason })
    const without = await setAside(' ')
    expect([without.status, Object.keys(without.json<object>())]).toEqual([422, ['reason']])
    expect((await planner.get(`/courses/retakes/aside?ids=${ids}`)).text).toContain('2 cursisten opzij zetten')
    const done = await setAside('Werken daar niet meer')
    expect([done.status, done.trigger.flash?.str]).toEqual([204, '2 cursisten opzij gezet'])
    expect(await listed(`aside=no&course_id=${course}`)).toEqual([])
    const aside = await listed(`aside=yes&course_id=${course}`)
    expect(aside.map(({ text }) => text)).toEqual([
      expect.stringContaining('Werken daar niet meer'),
      expect.stringContaining('Werken daar niet meer'),
    ])
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.get('/history?max_per_page=30')).text).toContain('zette 2 cursisten opzij')
    const back = await planner.post(`/courses/retakes/back/${aside[0]!.id}`)
    expect(back.trigger.flash?.str).toMatch(/ teruggezet$/)
    expect(await contactsOf(`aside=no&course_id=${course}`)).toEqual([aside[0]!.contact])
    await planner.post(`/undo/${back.undo!.set}`)
    await planner.post(`/undo/${done.undo!.set}`)
    expect(await contactsOf(`aside=no&course_id=${course}`)).toHaveLength(2)
  })

  it('is an open point of their own popup, and of the finished planning with its number', async () => {
    const course = await addCourse(app.db, { description: 'Vuurwerk' })
    const { parts, people } = await finished(course, 3)
    await outcome(parts[0]!, people[0]!, 0, null)
    await outcome(parts[0]!, people[1]!, 1, 0)
    const contact = await planner.get(`/contact/view/${people[0]!}`)
    expect(contact.text).toContain('Opnieuw in te plannen')
    expect(contact.text).toContain(`/courses/retakes?aside=no&amp;contact_id=${people[0]!}`)
    const planning = await planner.get(`/calendar/view-appointment/${parts[0]!}`)
    expect(planning.text).toContain('2 cursisten opnieuw inplannen')
    expect(await contactsOf(`aside=no&appointment_id=${parts[0]!}`)).toHaveLength(2)
    expect((await planner.get(`/contact/view/${people[2]!}`)).text).not.toContain('Opnieuw in te plannen')
  })
})

describe('the reason', () => {
  it('goes when the person is anonymised, in the history too, and one stays when two become one', async () => {
    const course = await addCourse(app.db)
    const { parts, people, planningId } = await finished(course, 3, { max: 5 })
    for (const who of people) await outcome(parts[0]!, who, 0, null)
    const rows = await listed(`aside=no&course_id=${course}`)
    const ids = rows.map(({ id }) => id).join()
    await planner.post(`/courses/retakes/aside?ids=${ids}`, { reason: 'Heel geheim' })
    const administrator = await app.as(ROLE.administrator)
    const [gone, kept, twin] = people
    expect((await administrator.post(`/privacy/anonymise/${gone!}`, { word: 'anonimiseren' })).status).toBeLessThan(300)
    const left = () =>
      app.db.selectFrom('retakes_set_aside').select('contact_id').where('group_id', '=', planningId).orderBy('contact_id').execute() // prettier-ignore
    expect(await left()).toEqual([{ contact_id: kept }, { contact_id: twin }])
    const { rows: told } = await sql<{ found: number }>`select count(*)::integer as found from history
      where record_type = 'retake' and changes::text like '%Heel geheim%' and changes::text like ${`%${gone!}%`}`.execute(
      app.db,
    )
    expect(told[0]!.found).toBe(0)
    await planner.post(`/contacts/merge?ids=${kept},${twin}`, { kept_id: kept!, gone_id: twin! })
    expect(await left()).toEqual([{ contact_id: kept }])
  })
})

describe('one of them, by the enrolment that was missed', () => {
  it('is planned again from a popup, which is refused where no planning has a place [R-278] [S-169]', async () => {
    const course = await addCourse(app.db, { description: 'Opnieuw inplannen' })
    const { parts, people } = await finished(course, 2)
    await outcome(parts[0]!, people[0]!, 0, null)
    const row = (await listed(`course_id=${course}`)).find(({ contact }) => contact === people[0])!
    const passed = await app.db
      .selectFrom('enrolments')
      .select('id')
      .where('contact_id', '=', people[1]!)
      .executeTakeFirstOrThrow()
    const url = `/reschedule/view/${row.id}`
    expect((await planner.get(`/reschedule/view/${passed.id}`)).status).toBe(404)
    const without = await planner.get(url)
    expect(without.text).toContain('Er is nog geen planning')
    expect((await planner.post(url, { again: 'all', planning: 0 })).status).toBe(422)
    const next = await addPlanning(app, { courseId: course, inDays: 20, status: 'planned' })
    const { $ } = await planner.get(url)
    expect($('.popup-title').text()).toContain('opnieuw inplannen')
    expect($('select[name=planning] option').length).toBe(2)
    expect((await planner.post(url, { again: 'all', planning: $('select[name=planning] option').last().val() as string })).status).toBe(204) // prettier-ignore
    const there = await app.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', 'in', next.parts)
      .execute()
    expect(new Set(there.map(({ contact_id }) => contact_id))).toEqual(new Set([people[0]]))
    expect((await planner.get(url)).status).toBe(404)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get(url)).status).toBe(403)
  })

  it('is set aside by deleting, and comes back by undo [R-279]', async () => {
    const course = await addCourse(app.db, { description: 'Laten vervallen' })
    const { parts, people } = await finished(course)
    await outcome(parts[0]!, people[0]!, 1, 0)
    const [row] = await listed(`course_id=${course}`)
    const answer = await planner.post('/reschedule/delete', { id: row!.id })
    expect(answer.status).toBe(204)
    expect(await contactsOf(`course_id=${course}&aside=no`)).toEqual([])
    expect((await listed(`course_id=${course}&aside=yes`))[0]!.text).toContain('Laten vervallen')
    expect((await planner.post(`/undo/${answer.undo!.set}`)).status).toBe(204)
    expect(await contactsOf(`course_id=${course}&aside=no`)).toEqual(people)
  })
})
