import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askLines } from '../../src/training/places/waiting-list/waiting-list.job.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, put } from './enrolment-support.ts'

/** So many sequences, of rounds in which two planners and the job of the clock do something at once. */
const SEQUENCES = Number(process.env.WAITING_SEQUENCES ?? 15)
const ROUNDS = 4

let app: TestApp
let planners: Browser[]
beforeAll(async () => {
  app = await testApp()
  planners = [await app.as(2), await app.as(1)]
  // Places that may still be taken back are another matter: here they are offered at once.
  await app.db
    .insertInto('settings')
    .values({ key: 'mail', value: JSON.stringify({ undo_seconds: 0 }) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify({ undo_seconds: 0 }) }))
    .execute()
})
afterAll(() => app.close())

/** One planning of two parts, who is in it, who waits or may come to, and who is enrolled past the line. */
interface World {
  planningId: number
  parts: number[]
  inside: number[]
  waiting: number[]
  strangers: number[]
  sets: number[]
}
interface Step {
  command: keyof typeof COMMANDS
  who: number
  other: number
}
type Command = (world: World, step: Step, planner: Browser) => Promise<Answer | null>

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!

/** The row of somebody who waits, with the offer that is open. */
async function entryOf({ planningId, waiting }: World, n: number, offered: boolean): Promise<number | null> {
  const { rows } = await app.pool.query<{ id: number }>(
    `select w.id from waiting_entries w where w.group_id = $1 and w.contact_id = any($2) and w.state = 'waiting'
       and ($3::boolean = exists (select from waiting_offers o where o.entry_id = w.id and o.state = 'open')) order by w.id`,
    [planningId, waiting, offered],
  )
  return rows.length === 0 ? null : pick(rows, n).id
}

const wait: Command = ({ planningId, waiting }, { who, other }, planner) =>
  planner.post('/waiting-list/add', {
    course_id: app.story.courses.bhv,
    planning_id: planningId,
    'students[]': [pick(waiting, who), pick(waiting, other)],
    ...(other % 4 === 0 ? { 'weekdays[]': 7 } : {}),
  })

const COMMANDS = {
  wait,
  unsubscribe: ({ parts, inside }, { who }, planner) =>
    planner.post(`/calendar/unsubscribeStudents/${parts[0]}`, {
      students: pick(inside, who),
      remove_from_all_appointments: '1',
    }),
  onePart: ({ parts, inside }, { who }, planner) =>
    planner.post(`/calendar/unsubscribeStudents/${parts[1]}`, { students: pick(inside, who) }),
  enrol: ({ parts, strangers }, { who, other }, planner) =>
    planner.post(`/calendar/enroll/${parts[0]}/0`, {
      'students[]': pick(strangers, who),
      what_appointments: 'all',
      ...(other % 5 === 0 ? { raise_maximum: '1' } : {}),
    }),
  reserve: ({ parts }, { other }, planner) =>
    planner.post(`/calendar/getReservationView/${parts[0]}`, {
      places: 1 + (other % 2),
      company_id: 1,
      what_appointments: 'all',
    }),
  release: async ({ parts }, { who }, planner) => {
    const rows = await app.db.selectFrom('reservations').select('id').where('appointment_id', 'in', parts).execute()
    return rows.length === 0 ? null : planner.post('/calendar/deleteReservation', { id: pick(rows, who).id })
  },
  offer: async (world, { who, other }, planner) => {
    const id = await entryOf(world, who, false)
    const reason = other % 3 === 0 ? '' : 'Heeft gebeld'
    return id === null ? null : planner.post(`/waiting-list/offer/${id}?planning_id=${world.planningId}`, { reason })
  },
  answer: async (world, { who, other }, planner) => {
    const id = await entryOf(world, who, true)
    return id === null
      ? null
      : planner.post(`/waiting-list/answer/${id}`, { answer: pick(['yes', 'yes', 'no', 'withdraw'], other) })
  },
  off: async (world, { who, other }, planner) => {
    const id = await entryOf(world, who, other % 2 === 0)
    return id === null ? null : planner.post(`/waiting-list/off/${id}`, { reason: 'Wil niet meer' })
  },
  rules: ({ parts }, { other }, planner) =>
    planner.post(`/waiting-list/rules/${parts[0]}`, {
      limit: pick(['none', 'own'], other),
      company_quota: 1 + (other % 3),
    }),
  takeBack: async ({ sets }, _step, planner) => {
    const set = sets.pop()
    return set === undefined ? null : planner.post(`/undo/${set}`)
  },
} satisfies Record<string, Command>

/** What the tables may never say; `$1` is the last step before the round. */
const NEVER = `
  select 'more places taken than there are' as what, id::text from appointments where enrolled_count + reserved_count > max_count
  union all select 'a count that is not the number of rows', a.id::text from appointments a
    where enrolled_count <> (select count(*) from enrolments e where e.appointment_id = a.id)
      or reserved_count <> (select coalesce(sum(places), 0) from reservations r where r.appointment_id = a.id)
        + (select count(*) from waiting_offers o where o.state = 'open' and a.id = any(o.part_ids))
  union all select 'two offers for one person', entry_id::text from waiting_offers where state = 'open' group by entry_id having count(*) > 1
  union all select 'an offer to who does not wait', o.id::text from waiting_offers o join waiting_entries w on w.id = o.entry_id
    where o.state = 'open' and w.state <> 'waiting'
  union all select 'somebody passed by without a reason', e.id::text || ' for ' || x.id
    from waiting_steps made join waiting_entries x on x.id = made.entry_id
      join waiting_entries e on e.group_id = x.group_id and (e.line_at, e.id) < (x.line_at, x.id)
      join waiting_steps placed on placed.entry_id = e.id and placed.kind = 'placed' and placed.id <= $1
    where made.kind = 'offered' and made.id > $1
      and not exists (select from waiting_steps gone where gone.entry_id = e.id and gone.kind in ('left', 'accepted', 'enrolled'))
      and not exists (select from waiting_steps told where told.entry_id = e.id and told.xmin = made.xmin
        and told.kind in ('skipped', 'passed_over', 'offered') and (told.why is not null or told.detail <> ''))`

const wrong = async (before: number) => (await app.owner.pool.query<{ what: string }>(NEVER, [before])).rows
const lastStep = async () =>
  (await app.owner.pool.query<{ id: number }>('select coalesce(max(id), 0) as id from waiting_steps')).rows[0]!.id

const commands = Object.keys(COMMANDS) as Step['command'][]
const OFTEN: Step['command'][] = [
  ...Array.from({ length: 8 }, () => 'unsubscribe' as const),
  ...Array.from({ length: 5 }, () => 'answer' as const),
  'wait',
  'wait',
  'offer',
]
const step: fc.Arbitrary<Step> = fc.record({
  command: fc.constantFrom(...commands, ...OFTEN),
  who: fc.nat(100),
  other: fc.nat(100),
})
/** What each of two planners does, and how many minutes later the clock is when the job asks all lines. */
const round = fc.record({ each: fc.tuple(step, step), minutes: fc.constantFrom(0, 0, 0, 5_000) })

async function newWorld(): Promise<World> {
  const { planningId, parts } = await addPlanning(app, { components: [null, null], max: 3, inDays: 60 })
  const [inside, waiting, strangers] = [
    await addPeople(app, 3),
    await addPeople(app, 5, app.story.companies.kuipers),
    await addPeople(app, 3),
  ]
  await put(app, parts, inside)
  const world = { planningId, parts, inside, waiting, strangers, sets: [] }
  for (const [who, other] of [
    [0, 1],
    [2, 4],
  ])
    await COMMANDS.wait(world, { command: 'wait', who: who!, other: other! }, planners[0]!)
  return world
}

describe('two planners and the job of the clock at once', () => {
  it(
    'never take more places than there are, nor offer one twice, nor pass anybody by without a reason',
    { timeout: 120_000 + SEQUENCES * 6_000 },
    async () => {
      const done = new Set<string>()
      let offers = 0
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS }), async (rounds) => {
          const world = await newWorld()
          for (const { each, minutes } of rounds) {
            const before = await lastStep()
            const soon = askLines(app.services, new Date(Date.now() + minutes * 60_000))
            const answers = await Promise.all(each.map((one, i) => COMMANDS[one.command](world, one, planners[i]!)))
            await soon
            await askLines(app.services, new Date())
            for (const [i, answer] of answers.entries()) {
              if (answer === null) continue
              expect([each[i]!.command, answer.status < 500, answer.text.slice(0, 200)]).toEqual([
                each[i]!.command,
                true,
                expect.anything(),
              ])
              if (answer.status < 300) done.add(each[i]!.command)
              if (answer.undo) world.sets.push(answer.undo.set)
            }
            expect(await wrong(before), each.map(({ command }) => command).join()).toEqual([])
          }
          offers += (
            await app.db.selectFrom('waiting_offers').select('id').where('group_id', '=', world.planningId).execute()
          ).length
        }),
        { numRuns: SEQUENCES, endOnFailure: true },
      )
      expect(done.size).toBeGreaterThan(commands.length / 2)
      expect(offers).toBeGreaterThan(SEQUENCES / 3)
    },
  )
})
