import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Opening } from '../../src/training/places/enrolment/index.ts'
import { type Missed, partsFor, placeAgain } from '../../src/training/proof/retakes/again.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'
import { addPeople, addPlanning, put } from './enrolment-support.ts'

const components = fc.uniqueArray(fc.constantFrom(1, 2, 3, null), { minLength: 1, maxLength: 3 })
const missed: fc.Arbitrary<Missed[]> = fc
  .array(fc.record({ contactId: fc.nat(6), courseId: fc.constantFrom(1, 2), components }), { maxLength: 12 })
  .map((all) => all.map((one, id) => ({ ...one, id })))
const openings: fc.Arbitrary<Opening[]> = fc
  .array(
    fc.record({
      courseId: fc.constantFrom(1, 2),
      parts: fc.array(
        fc.record({
          componentId: fc.constantFrom(1, 2, 3),
          free: fc.integer({ min: -1, max: 3 }),
          enrolled: fc.uniqueArray(fc.nat(6), { maxLength: 2 }).map((people) => new Set(people)),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map((one, i) => ({
      ...one,
      id: i,
      parts: one.parts.map((part, j) => ({ ...part, description: '', id: i * 10 + j })),
    })),
  )
const again = fc.constantFrom('this' as const, 'all' as const)

describe('who gets which place again', () => {
  it('never takes a place that is not there, a part twice, or less than somebody needs', () => {
    fc.assert(
      fc.property(missed, openings, again, (people, plannings, what) => {
        const placed = placeAgain(people, plannings, { again: what, chosen: new Map() })
        const taken = new Map<number, number[]>()
        for (const [i, one] of placed.entries()) {
          if ('why' in one) continue
          const { contactId, courseId } = people[i]!
          expect(one.opening.courseId).toBe(courseId)
          expect(one.parts).toEqual(partsFor(people[i]!, one.opening, what)!.map(({ id }) => id))
          for (const id of one.parts) taken.set(id, [...(taken.get(id) ?? []), contactId])
        }
        for (const { id, free, enrolled } of plannings.flatMap(({ parts }) => parts)) {
          const own = taken.get(id) ?? []
          expect(own.length).toBeLessThanOrEqual(Math.max(0, free))
          expect(own.filter((who) => enrolled.has(who))).toEqual([])
          expect(new Set(own).size).toBe(own.length)
        }
      }),
    )
  })

  it('leaves nobody without a place for whom there is one still, and keeps to the planning that was chosen', () => {
    fc.assert(
      fc.property(missed, openings, again, fc.option(fc.nat(4)), (people, plannings, what, chosen) => {
        const wish = new Map(chosen === null ? [] : [[1, chosen]])
        const placed = placeAgain(people, plannings, { again: what, chosen: wish })
        const left = new Map(plannings.flatMap(({ parts }) => parts.map(({ id, free }) => [id, free] as const)))
        for (const one of placed) if ('parts' in one) for (const id of one.parts) left.set(id, left.get(id)! - 1)
        for (const [i, one] of placed.entries()) {
          const { contactId, courseId } = people[i]!
          if ('opening' in one && courseId === 1 && chosen !== null) expect(one.opening.id).toBe(chosen)
          if (!('why' in one) || one.why.includes('al eens')) continue
          const could = plannings.filter(
            (opening) =>
              opening.courseId === courseId &&
              (courseId !== 1 || chosen === null || opening.id === chosen) &&
              (partsFor(people[i]!, opening, what) ?? []).length > 0 &&
              partsFor(people[i]!, opening, what)!.every(
                (part) => left.get(part.id)! > 0 && !part.enrolled.has(contactId),
              ),
          )
          expect(could).toEqual([])
        }
      }),
    )
  })
})

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

async function courseOfTwo() {
  const course = await addCourse(app.db)
  const rows = await app.db
    .insertInto('course_components')
    .values(
      [1, 2].map((position) => ({
        course_id: course,
        position,
        description: `Deel ${position}`,
        duration_minutes: 60,
      })),
    )
    .returning('id')
    .execute()
  return { course, parts: rows.map(({ id }) => id) as [number, number] }
}
/** A finished planning whose students were all absent from its second part; answers their rows on the list. */
async function absentFrom({ course, parts }: Awaited<ReturnType<typeof courseOfTwo>>, count: number) {
  const planning = await addPlanning(app, {
    courseId: course,
    components: parts,
    inDays: -30,
    status: 'done',
    max: 200,
  })
  const people = await addPeople(app, count)
  await put(app, planning.parts, people)
  const set = (part: number, present: 0 | 1) =>
    app.db
      .updateTable('enrolments')
      .set({ present, passed: present || null })
      .where('appointment_id', '=', part)
      .execute()
  await set(planning.parts[0]!, 1)
  await set(planning.parts[1]!, 0)
  const rows = await app.db
    .selectFrom('enrolments')
    .select('id')
    .where('appointment_id', '=', planning.parts[1]!)
    .orderBy('id')
    .execute()
  return { people, ids: rows.map(({ id }) => id) }
}
const enrolledIn = async (part: number) =>
  (
    await app.db
      .selectFrom('enrolments')
      .select('contact_id')
      .where('appointment_id', '=', part)
      .orderBy('contact_id')
      .execute()
  ).map(({ contact_id }) => contact_id)
const preview = (form: object) => planner.post('/courses/retakes/again/preview', form as Record<string, string>)
const save = (form: object) => planner.post('/courses/retakes/again', form as Record<string, string>)
const keyOf = ({ $ }: Awaited<ReturnType<typeof preview>>) => String($('input[name=plan]').val())
const words = ({ $ }: Awaited<ReturnType<typeof preview>>) => $('body').text().replace(/\s+/g, ' ')

describe('several who have to come again', () => {
  it('are enrolled at once in what they missed, as it was shown: who where, who not, which mails; one click takes it back', async () => {
    const course = await courseOfTwo()
    const { people, ids } = await absentFrom(course, 3)
    const small = await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 10, max: 1 })
    const other = await addPlanning(app, { courseId: course.course, components: [course.parts[1]], inDays: 40, max: 1 })
    const opened = await planner.get(`/courses/retakes/again?ids=${ids.join()}`)
    expect(opened.$('[name="plannings[c' + course.course + ']"] option')).toHaveLength(3)
    const form = { ids: ids.join() }
    const shown = await preview(form)
    expect(shown.$('.confirm-changes tbody tr')).toHaveLength(2)
    expect(words(shown)).toContain(`Planning ${small.planningId},`)
    expect(words(shown)).toContain(`Planning ${other.planningId},`)
    expect(words(shown)).toContain('vindt geen planning met een vrije plaats')
    expect(words(shown)).toContain('2 e-mails gaan vanzelf uit: ‘Bevestiging van inschrijving’.')
    expect(shown.$('[data-plan-label]').attr('data-plan-label')).toBe('2 cursisten inschrijven')
    expect(await enrolledIn(small.parts[1]!)).toEqual([])
    const saved = await save({ ...form, plan: keyOf(shown) })
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, '2 cursisten opnieuw ingeschreven, 1 niet'])
    expect([await enrolledIn(small.parts[0]!), await enrolledIn(small.parts[1]!), await enrolledIn(other.parts[0]!)]).toEqual([[], [people[0]], [people[1]]]) // prettier-ignore
    const waiting = await planner.get(`/courses/retakes?aside=no&course_id=${course.course}`)
    expect(waiting.$('tbody[data-rows] tr[data-id]')).toHaveLength(1)
    await planner.post(`/undo/${saved.undo!.set}`)
    expect([await enrolledIn(small.parts[1]!), await enrolledIn(other.parts[0]!)]).toEqual([[], []])
  })

  it('are enrolled in the whole course, or in the planning that is chosen, and not where that is full', async () => {
    const course = await courseOfTwo()
    const { people, ids } = await absentFrom(course, 2)
    await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 10 })
    const later = await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 40, max: 1 })
    const form = { ids: ids.join(), again: 'all', [`plannings[c${course.course}]`]: later.planningId }
    const shown = await preview(form)
    expect(words(shown)).toContain('past niet meer in de gekozen planning')
    expect((await save({ ...form, plan: keyOf(shown) })).status).toBe(204)
    expect([await enrolledIn(later.parts[0]!), await enrolledIn(later.parts[1]!)]).toEqual([[people[0]], [people[0]]])
    const nonsense = await save({ ...form, again: 'misschien' })
    expect([nonsense.status, Object.keys(nonsense.json<object>())]).toEqual([422, ['again']])
  })

  it('stay where they do not meet what the course asks, which is said before', async () => {
    const course = await courseOfTwo()
    const { people, ids } = await absentFrom(course, 2)
    await app.db.updateTable('courses').set({ minimum_age: 18 }).where('id', '=', course.course).execute()
    await app.db.updateTable('contacts').set({ birth_date: '1990-01-01' }).where('id', '=', people[1]!).execute()
    const coming = await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 10 })
    const form = { ids: ids.join() }
    const shown = await preview(form)
    expect(words(shown)).toContain('voldoet niet aan de eisen')
    expect((await save({ ...form, plan: keyOf(shown) })).status).toBe(204)
    expect(await enrolledIn(coming.parts[1]!)).toEqual([people[1]])
  })

  it('are shown anew where somebody else took the place meanwhile, and a second click enrols nobody again', async () => {
    const course = await courseOfTwo()
    const { people, ids } = await absentFrom(course, 2)
    const coming = await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 10, max: 2 })
    const form = { ids: ids.join() }
    const shown = await preview(form)
    await put(app, [coming.parts[1]!], await addPeople(app, 1))
    const late = await save({ ...form, plan: keyOf(shown) })
    expect([late.status, late.json()]).toEqual([409, expect.objectContaining({ planned: true })])
    const again = await preview(form)
    expect((await save({ ...form, plan: keyOf(again) })).status).toBe(204)
    expect((await save({ ...form, plan: keyOf(again) })).status).toBe(409)
    expect((await enrolledIn(coming.parts[1]!)).filter((who) => people.includes(who))).toHaveLength(1)
  })

  it('cost as many statements for thirty as for two', async () => {
    const counted = async (count: number) => {
      const course = await courseOfTwo()
      const { ids } = await absentFrom(course, count)
      await addPlanning(app, { courseId: course.course, components: course.parts, inDays: 10, max: 50 })
      let rows = 0
      const queries = await countQueries(app, async () => {
        rows = (await preview({ ids: ids.join() })).$('.confirm-changes tbody tr').length
      })
      return { rows, queries }
    }
    await counted(1)
    const few = await counted(2)
    expect([few.rows, await counted(30)]).toEqual([2, { rows: 30, queries: few.queries }])
  })
})
