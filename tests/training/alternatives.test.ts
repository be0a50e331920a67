import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

interface Alternative {
  id: number
  code: string
  alternative_of: number[]
}
const alternativesOf = async (...courses: number[]) =>
  (await planner.get(`/courses/alternatives/${courses.join(',')}`)).json<Alternative[]>()
const set = (course: number, alternative: number) => planner.post(`/courses/${course}/setAlternative/${alternative}`)
const unset = (course: number, alternative: number) =>
  planner.post(`/courses/${course}/unsetAlternative/${alternative}`)

/** A course of its own, so that no planning of the story is offered. */
let courses = 0
async function addCourse(description: string, active = true): Promise<number> {
  const { id } = await app.db
    .insertInto('courses')
    .values({ description, code: `ALT-${++courses}`, active })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('alternatives of a course', () => {
  it('are set, told for several courses at once, and unset, each one way only [R-093][R-099][R-100]', async () => {
    const [one, two, three] = [await addCourse('Eerste'), await addCourse('Tweede'), await addCourse('Derde')]
    expect((await set(one, three)).trigger.flash?.str).toBe('Alternatief toegevoegd')
    await set(two, three)
    const fourth = await addCourse('Vierde')
    await set(two, fourth)
    expect(await alternativesOf(one, two)).toMatchObject([
      { id: three, alternative_of: [one, two] },
      { id: fourth, alternative_of: [two] },
    ])
    await unset(two, fourth)
    expect(await alternativesOf(three)).toEqual([])
    expect((await planner.get(`/ajax/getCourse/${one}`)).json()).toMatchObject({
      alternatives: [{ id: three, description: 'Derde' }],
    })
    expect((await unset(one, three)).trigger.flash?.str).toBe('Alternatief verwijderd')
    expect(await alternativesOf(one, two)).toMatchObject([{ id: three, alternative_of: [two] }])
  })

  it('stay one when they are set twice, and are no course itself or one that is not given any more', async () => {
    const [one, two, gone] = [await addCourse('Een'), await addCourse('Twee'), await addCourse('Oud', false)]
    await set(one, two)
    expect((await set(one, two)).status).toBe(204)
    expect(await alternativesOf(one)).toHaveLength(1)
    expect((await set(one, one)).json()).toEqual({
      alternatives: ['Een opleiding is geen alternatief van zichzelf.'],
    })
    expect((await set(one, gone)).json()).toEqual({ alternatives: ['Deze opleiding is niet actief.'] })
    expect((await planner.get('/courses/alternatives/1,x')).status).toBe(404)
  })

  it('are not told while they are not active, and keep a course from being deleted', async () => {
    const [one, two] = [await addCourse('Houdt'), await addCourse('Vast')]
    await set(one, two)
    const refused = await planner.post('/course/delete', { id: two })
    expect(refused.json<{ reasons: object[] }>().reasons).toContainEqual({
      label: 'Opleidingen met dit alternatief',
      count: 1,
    })
    await planner.post(`/course/deactivate/${two}`)
    expect(await alternativesOf(one)).toEqual([])
    expect((await planner.post('/course/delete', { id: one })).status).toBe(204)
  })

  it('stand in a tab of the course, added there and in its history', async () => {
    const [one, two] = [await addCourse('Met tab'), await addCourse('In de tab')]
    const three = await addCourse('Ook in de tab')
    const answer = await planner.post(`/courses/${one}/alternatives/add`, { 'alternatives[]': [two, three] })
    expect(answer.status).toBe(204)
    const { $ } = await planner.get(`/courses/${one}/alternatives?embed=1`)
    const names = $('td.c-main').map((_i, cell) => $(cell).text().trim())
    expect(names.get()).toEqual(['In de tab', 'Ook in de tab'])
    expect((await planner.post(`/courses/${one}/alternatives/add`, {})).json()).toEqual({
      alternatives: ['Kies minimaal één opleiding.'],
    })
    expect((await planner.get(`/events/of/course/${one}?embed=1`)).text).toContain('Alternatief')
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.post(`/courses/${one}/setAlternative/${two}`)).status).toBe(403)
  })
})

describe('a planning that is full', () => {
  const offersOf = async (browser: Browser, part: number, places = 1) => {
    const { $ } = await browser.get(`/calendar/${part}/offers?places=${places}`)
    return $('[data-offer]')
      .toArray()
      .map((offer) => ({ id: Number($(offer).attr('data-offer')), label: $(offer).attr('data-label')! }))
  }

  it('has others of its course offered with it, then those of its alternatives, with places for all', async () => {
    const [course, other] = [await addCourse('Vol geboekt'), await addCourse('Ook goed')]
    await set(course, other)
    const full = await addPlanning(app, { courseId: course, max: 1 })
    await put(app, full.parts, await addPeople(app, 1))
    const later = await addPlanning(app, { courseId: course, inDays: 50, max: 2 })
    const instead = await addPlanning(app, { courseId: other, inDays: 20, max: 5, components: [null, null] })
    await addPlanning(app, { courseId: other, inDays: 10, incompany: app.story.companies.deLinde })
    await addPlanning(app, { courseId: other, inDays: 12, status: 'cancelled' })
    const offers = await offersOf(planner, full.parts[0]!)
    expect(offers.map(({ id }) => id)).toEqual([later.parts[0], instead.parts[0]])
    expect(offers[1]!.label).toMatch(/^Ook goed, .*2 onderdelen · 5 plaatsen vrij$/)
    expect((await offersOf(planner, full.parts[0]!, 3)).map(({ id }) => id)).toEqual([instead.parts[0]])
    expect((await planner.get(`/calendar/enroll/${full.parts[0]!}/0`)).$('[data-full]')).toHaveLength(1)
    expect((await planner.get(`/calendar/enroll/${later.parts[0]!}/0`)).$('[data-full]')).toHaveLength(0)
  })

  it('takes people to the planning of an alternative that was chosen there, and of no other course', async () => {
    const [course, other, strange] = [await addCourse('Thuis'), await addCourse('Vervangt'), await addCourse('Vreemd')]
    await set(course, other)
    const full = await addPlanning(app, { courseId: course, max: 1 })
    const instead = await addPlanning(app, { courseId: other, components: [null, null] })
    const wrong = await addPlanning(app, { courseId: strange })
    const [person] = await addPeople(app, 1)
    const enrolIn = (appointment_id: number) =>
      planner.post(`/calendar/enroll/${full.parts[0]!}/0`, { appointment_id, 'students[]': person! })
    expect((await enrolIn(wrong.parts[0]!)).json()).toEqual({
      appointment_id: ['Kies een planning van deze opleiding of van een alternatief.'],
    })
    expect((await enrolIn(instead.parts[0]!)).status).toBe(204)
    for (const part of instead.parts) expect(await peopleIn(app, part)).toEqual([person])
  })

  it('has the waiting list offered for who does not fit, to who may and where somebody can wait', async () => {
    const waysOf = async (browser: Browser, part: number) => {
      const { $ } = await browser.get(`/calendar/${part}/offers?places=3`)
      return $('[data-for-the-rest]')
        .toArray()
        .map((way) => [$(way).attr('href'), $(way).attr('data-for-the-rest')])
    }
    const full = await addPlanning(app, { max: 1, components: [null, null] })
    await put(app, full.parts.slice(0, 1), await addPeople(app, 1))
    const url = `/waiting-list/add?planning_id=${full.planningId}`
    expect(await waysOf(planner, full.parts[0]!)).toEqual([[url, '0']])
    const roomy = await addPlanning(app, { max: 2 })
    expect(await waysOf(planner, roomy.parts[0]!)).toEqual([[`/waiting-list/add?planning_id=${roomy.planningId}`, '2']])
    // What is full is nothing that a supervisor can open.
    expect(await waysOf(await app.as(ROLE.supervisor), roomy.parts[0]!)).toHaveLength(1)
    const option = await addPlanning(app, { max: 1, status: 'option' })
    expect(await waysOf(planner, option.parts[0]!)).toHaveLength(1)
    const held = await addPlanning(app, { max: 1, inDays: -2 })
    expect(await waysOf(planner, held.parts[0]!)).toEqual([])
  })

  it('says so when there is nothing else', async () => {
    const lonely = await addPlanning(app, { courseId: await addCourse('Alleen'), max: 1 })
    const { text } = await planner.get(`/calendar/${lonely.parts[0]!}/offers`)
    expect(text).toContain('geen andere planning')
  })
})
