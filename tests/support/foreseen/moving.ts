import fc from 'fast-check'
import { expect } from 'vitest'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { addDays, today } from '../../../src/platform/format/zone.ts'
import { addPlanning, put } from '../../training/enrolment-support.ts'
import type { Browser, TestApp } from '../app.ts'
import { addCourse } from '../builders.ts'
import { shownFields } from '../example-calls.ts'
import { type Chosen, type Question, bulkRun, rowsOf } from './frame.ts'
import { addReader, certify, placesOf, reader } from './people.ts'

let made = 0

/** A course of two components. */
async function courseOfTwo({ db }: TestApp, minimum_age: number | null) {
  const course = await addCourse(db, { minimum_age })
  const of = (position: number) => ({ course_id: course, position, description: `Deel ${position}`, duration_minutes: 60 }) // prettier-ignore
  const rows = await db
    .insertInto('course_components')
    .values([of(1), of(2)])
    .returning('id')
    .execute()
  return { course, components: rows.map(({ id }) => id) }
}
const goal = fc.record({ max: fc.integer({ min: 1, max: 3 }), lacks: fc.constantFrom(null, 0, 1) })
const goals = fc.array(goal, { maxLength: 3 })
type Goal = typeof goal extends fc.Arbitrary<infer G> ? G : never
async function addGoals(app: TestApp, courseId: number, components: (number | null)[], drawn: Goal[]) {
  for (const [i, { max, lacks }] of drawn.entries())
    await addPlanning(app, { courseId, max, inDays: 20 + 20 * i, components: components.filter((_c, at) => at !== lacks) }) // prettier-ignore
}
const age = (grown: boolean) => ({ birth_date: grown ? '1990-01-01' : addDays(today(), -16 * 365) })

/** Which parts a planning loses, and whom it tells: where nobody is told by it, who was told to come hears it by itself. */
async function askCancelling(browser: Browser, { names, url, choices = {} }: Chosen): Promise<Question> {
  const opened = await browser.get(url!)
  expect(opened.status).toBe(200)
  const listed = opened.$('.popup-body li, form li').text()
  const goes = [...names].filter(([, name]) => listed.includes(name)).map(([id]) => id)
  const { kinds: _kinds, _once, ...standing } = shownFields(opened.$)
  const told = opened.$('.choices').text()
  const reached = Number(/Cursisten \((\d+)/.exec(told)?.[1] ?? 0)
  const otherwise = Number(/agenda \((\d+) cursist/.exec(opened.text)?.[1] ?? 0)
  return {
    goes,
    stays: [...names.keys()].filter((id) => !goes.includes(id)),
    mails: goes.length === 0 ? 0 : 'kinds' in choices ? reached : otherwise,
    told: { done: goes.length, of: names.size },
    form: { ...standing, ...choices },
  }
}

/** A planning that does not go on, and who has to come again. */
export const MOVING = [
  bulkRun({
    path: '/courses/retakes/again',
    role: ROLE.scheduler,
    drawn: fc.record({
      people: fc.array(fc.record({ address: fc.boolean(), missed: fc.constantFrom<number[]>([0], [1], [0, 1]), grown: fc.boolean() }), { minLength: 1, maxLength: 5 }), // prettier-ignore
      goals,
      again: fc.constantFrom('this', 'all'),
      minimum: fc.constantFrom(null, 18),
    }),
    make: async (app, { people, goals: drawn, again, minimum }) => {
      const { course: courseId, components } = await courseOfTwo(app, minimum)
      const { parts } = await addPlanning(app, { courseId, components, inDays: -30, status: 'done' })
      const names = new Map<number, string>()
      const enrolments: number[] = []
      for (const { address, missed, grown } of people) {
        const { id, name } = await addReader(app, { address, ...age(grown) })
        const rows = parts.map((appointment_id, at) => {
          const present = missed.includes(at) ? (0 as const) : (1 as const)
          return { appointment_id, contact_id: id, present, passed: present || null }
        })
        const stored = await app.db.insertInto('enrolments').values(rows).returning('id').execute()
        enrolments.push(stored[missed[0]!]!.id)
        names.set(id, name)
      }
      await addGoals(app, courseId, components, drawn)
      return { names, query: `ids=${enrolments.join(',')}`, choices: { again } }
    },
    state: placesOf,
    byMoments: true,
  }),
  bulkRun({
    path: '/decisions/move/:id',
    role: ROLE.scheduler,
    drawn: fc.record({
      people: fc.array(fc.record({ ...reader, certified: fc.boolean(), grown: fc.boolean(), second: fc.boolean() }), { minLength: 1, maxLength: 5 }), // prettier-ignore
      goals,
      tell: fc.boolean(),
      minimum: fc.constantFrom(null, 18),
    }),
    make: async (app, { people, goals: drawn, tell, minimum }) => {
      const { course: courseId, components } = await courseOfTwo(app, minimum)
      const { planningId, parts } = await addPlanning(app, { courseId, components, inDays: 6 })
      const names = new Map<number, string>()
      for (const { address, active, certified, grown, second } of people) {
        const { id, name } = await addReader(app, { address, active, ...age(grown) })
        await put(app, second ? parts : parts.slice(0, 1), [id])
        if (certified) await certify(app, id, planningId)
        names.set(id, name)
      }
      await addGoals(app, courseId, components, drawn)
      const choices = { planning: '0', ...(tell ? { tell: '1' } : {}) }
      return { names, url: `/decisions/move/${parts[0]}`, query: '', choices, without: ['tell'] }
    },
    state: placesOf,
    byMoments: true,
    rules: true,
  }),
  bulkRun({
    path: '/calendar/cancel/:id',
    role: ROLE.scheduler,
    drawn: fc.record({
      statuses: fc.array(fc.constantFrom('planned', 'confirmed', 'done', 'cancelled'), { minLength: 1, maxLength: 3 }),
      people: fc.array(fc.record({ ...reader, at: fc.nat(2) }), { maxLength: 4 }),
      tell: fc.boolean(),
    }),
    make: async (app, { statuses, people, tell }) => {
      const { parts } = await addPlanning(app, { components: statuses.map(() => null), inDays: 40 })
      const names = new Map<number, string>()
      for (const [i, status] of statuses.entries()) {
        const description = `Gekozen onderdeel ${++made}.`
        await app.db.updateTable('appointments').set({ description, status }).where('id', '=', parts[i]!).execute()
        names.set(parts[i]!, description)
      }
      for (const { at, ...one } of people) {
        const { id } = await addReader(app, one)
        await put(app, [parts[at % parts.length]!], [id])
      }
      const choices = tell && people.length > 0 ? { kinds: 'students' } : {}
      return { names, url: `/calendar/cancel/${parts[0]}`, choices }
    },
    ask: askCancelling,
    state: rowsOf('appointments', 'status'),
    byMoments: true,
  }),
]
