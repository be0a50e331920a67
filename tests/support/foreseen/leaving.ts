import fc from 'fast-check'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { addPlanning, put } from '../../training/enrolment-support.ts'
import type { TestApp } from '../app.ts'
import { bulkRun } from './frame.ts'
import { addReader, certify, placesOf, reader } from './people.ts'

const leaver = fc.record({
  ...reader,
  chosen: fc.boolean(),
  first: fc.boolean(),
  second: fc.boolean(),
  certified: fc.boolean(),
  result: fc.boolean(),
})
const leaving = fc.record({
  people: fc.array(leaver, { minLength: 1, maxLength: 5 }),
  secondIsDone: fc.boolean(),
  all: fc.boolean(),
  other: fc.boolean(),
})
type Leaving = typeof leaving extends fc.Arbitrary<infer L> ? L : never

/** Two plannings of two parts, and who of them is chosen: of the first alone, or some of the other too. */
async function makeLeaving(app: TestApp, { people, secondIsDone, all, other }: Leaving, several: boolean) {
  const plannings = [
    await addPlanning(app, { components: [null, null], inDays: 40 }),
    await addPlanning(app, { components: [null, null], inDays: 60 }),
  ] as const
  const names = new Map<number, string>()
  const enrolments: number[] = []
  for (const [i, one] of people.entries()) {
    const { planningId, parts } = plannings[several && other && i % 2 === 1 ? 1 : 0]
    const { id, name } = await addReader(app, one)
    const taken = parts.filter((_part, at) => (at === 0 ? one.first || one.chosen : one.second))
    if (taken.length > 0) await put(app, taken, [id])
    if (one.certified) await certify(app, id, planningId)
    if (one.result) await app.db.updateTable('enrolments').set({ present: 1 }).where('contact_id', '=', id).execute()
    if (!one.chosen) continue
    names.set(id, name)
    const { id: enrolment } = await app.db.selectFrom('enrolments').select('id').where('contact_id', '=', id).where('appointment_id', '=', parts[0]!).executeTakeFirstOrThrow() // prettier-ignore
    enrolments.push(enrolment)
  }
  if (secondIsDone)
    await app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', plannings[0].parts[1]!).execute()
  const without = ['remove_from_all_appointments']
  return { plannings, names, enrolments, choices: all ? { remove_from_all_appointments: '1' } : {}, without }
}

/** Who leaves, of one part or of several plannings. */
export const LEAVING = [
  bulkRun({
    path: '/calendar/unsubscribeStudents/:id',
    role: ROLE.scheduler,
    drawn: leaving,
    make: async (app, drawn) => {
      const { plannings, enrolments: _all, ...chosen } = await makeLeaving(app, drawn, false)
      if (chosen.names.size === 0) return null
      const url = `/calendar/unsubscribeStudents/${plannings[0].parts[0]}`
      return { ...chosen, url, query: `students=${[...chosen.names.keys()].join(',')}` }
    },
    state: placesOf,
    byMoments: true,
    rules: true,
  }),
  bulkRun({
    path: '/calendar/unsubscribeStudents',
    role: ROLE.scheduler,
    drawn: leaving,
    make: async (app, drawn) => {
      const { enrolments, plannings: _both, ...chosen } = await makeLeaving(app, drawn, true)
      return chosen.names.size === 0 ? null : { ...chosen, query: `ids=${enrolments.join(',')}` }
    },
    state: placesOf,
    byMoments: true,
    rules: true,
  }),
]
