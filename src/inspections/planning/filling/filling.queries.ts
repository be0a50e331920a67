import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import type { Point } from '../../../platform/format/distance.ts'
import { instantOf, addDays, wallClock } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'
import { knownPoints } from '../../../system/lookups/index.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { type DaySpan, type Draft, isEmployee, minutesOf, pointOf } from '../visits/index.ts'
import type { FillDay, Stop } from './filling.rules.ts'

interface Person {
  id: number
  name: string
  contact_id: number | null
  city: string | null
  postal_code: string | null
  street_no: string | null
}

async function peopleOf(db: Db, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select users.id, users.name, users.contact_id, contacts.city, contacts.postal_code, contacts.street_no
    from users left join contacts on contacts.id = users.contact_id
    where users.id = any(${[...ids]}::integer[]) and ${isEmployee}
    order by users.name collate "nl-x-icu", users.id`.execute(db)
  return rows
}

/** Where each of them begins and ends the day: at home, else at the establishment of the town, or at the only one there is. */
async function homesOf(db: Db, people: readonly Person[]): Promise<FillDay['home'][]> {
  const houses = await db
    .selectFrom('establishments')
    .select(['name', 'city', 'postal_code', 'street_no'])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  const points = await knownPoints(db, [...people, ...houses])
  const placed = houses.map(({ name, city }, i) => ({ name, city, point: points[people.length + i]! }))
  return people.map(({ city }, i) => {
    const own = points[i]
    if (own) return { point: own, name: 'huis' }
    const house = placed.find((one) => one.point !== null && city !== null && one.city === city) ?? (placed.length === 1 ? placed[0] : undefined) // prettier-ignore
    return { point: house?.point ?? null, name: house?.name ?? null }
  })
}

interface Visited {
  employee_id: number
  day: string
  starts_at: Date
  ends_at: Date
  customer: string
  point: Point | null
}

/** What they visit on these days, but for what is on the board as a draft. */
async function visitsOn(db: Db, people: readonly number[], days: readonly string[], drafted: readonly number[]) {
  const { rows } = await sql<Visited>`
    select v.employee_id, asked.day::text as day, v.starts_at, v.ends_at, ${customerName} as customer, ${pointOf} as point
    from unnest(${[...days]}::date[]) as asked (day)
      join visits v on v.employee_id = any(${[...people]}::integer[])
        and v.starts_at >= asked.day::timestamptz and v.starts_at < (asked.day + 1)::timestamptz
      join orders on orders.id = v.order_id left join order_places on order_places.order_id = orders.id
      left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
    where v.id <> all(${[...drafted]}::integer[])`.execute(db)
  return rows
}

/** Where the orders of drafts are. */
async function placesOf(db: Db, orders: readonly number[]) {
  const { rows } = await sql<{ id: number; customer: string; point: Point | null }>`
    select orders.id, ${customerName} as customer, ${pointOf} as point
    from orders left join order_places on order_places.order_id = orders.id
      left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
    where orders.id = any(${[...orders]}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

const MIDNIGHT = 24 * 60

type Wall = ReturnType<typeof wallClock>

const walled = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({ begin: wallClock(starts_at), until: wallClock(ends_at) }) // prettier-ignore

/** What of it is on a day; null for nothing. */
function spanOn(day: string, { begin, until }: { begin: Wall; until: Wall }): DaySpan | null {
  const start = begin.day < day ? 0 : minutesOf(begin.time)
  const end = until.day > day ? MIDNIGHT : minutesOf(until.time)
  return begin.day > day || until.day < day || end <= start ? null : { start, end }
}

/** Days one after the other as one span: what is asked at once costs least. */
function spansOf(days: readonly string[]): { from: Date; to: Date }[] {
  const runs: { first: string; after: string }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.after === day) run.after = addDays(day, 1)
    else runs.push({ first: day, after: addDays(day, 1) })
  }
  return runs.map(({ first, after }) => ({ from: instantOf(first, '00:00')!, to: instantOf(after, '00:00')! }))
}

const WEEK = 'working_week'

/** Within which hours somebody works: what the working week leaves, else as `usual`, on the day itself from now on. */
function hoursOf(outside: readonly DaySpan[], usual: DaySpan, from: number): DaySpan {
  const start = Math.max(0, ...outside.filter((span) => span.start === 0).map(({ end }) => end))
  const end = Math.min(MIDNIGHT - 1, ...outside.filter((span) => span.end === MIDNIGHT).map((span) => span.start))
  const hours = outside.length === 0 ? usual : { start, end }
  return { start: Math.max(hours.start, from), end: hours.end }
}

export interface FillAsked {
  employees: readonly number[]
  /** In order, none before the day of `now`. */
  days: readonly string[]
  drafts: readonly Draft[]
}

/** The days of these people with all that is on them: seven statements, however many there are. */
export async function readDays(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  { employees, days, drafts }: FillAsked,
  usual: DaySpan,
  now: Date,
): Promise<{ days: FillDay[]; names: Map<number, string>; without: string[] }> {
  const people = await peopleOf(db, employees)
  const ids = people.map(({ id }) => id)
  const [homes, visits, places, busy] = await Promise.all([
    homesOf(db, people),
    visitsOn(db, ids, days, drafts.flatMap(({ id }) => id ?? [])), // prettier-ignore
    placesOf(db, drafts.map(({ order_id }) => order_id)), // prettier-ignore
    listOccupations(db, registry, {
      spans: spansOf(days),
      of: { contact: people.flatMap(({ contact_id }) => contact_id ?? []) },
    }),
  ])
  const visitsOf = Map.groupBy(visits, ({ employee_id, day }) => `${employee_id} ${day}`)
  const draftsOf = Map.groupBy(drafts, ({ employee_id, date }) => `${employee_id} ${date}`)
  const busyOf = Map.groupBy(busy.filter(({ record }) => record !== 'visit').map((one) => ({ ...one, ...walled(one) })), ({ resource_id }) => resource_id) // prettier-ignore
  const stopsOf = (employee: number, date: string): Stop[] => [
    ...(visitsOf.get(`${employee} ${date}`) ?? []).map(({ customer, point, ...visit }) => ({ ...spanOn(date, walled(visit))!, point, name: customer })), // prettier-ignore
    ...(draftsOf.get(`${employee} ${date}`) ?? []).map(({ order_id, start_time, end_time }) => ({ start: minutesOf(start_time), end: minutesOf(end_time), point: places.get(order_id)?.point ?? null, name: places.get(order_id)?.customer ?? null })), // prettier-ignore
  ]
  const clock = wallClock(now)
  const filled = days.flatMap((date) =>
    people.map(({ id, contact_id }, i): FillDay => {
      const own = (busyOf.get(contact_id ?? 0) ?? []).map((one) => ({ isWeek: one.record === WEEK, span: spanOn(date, one) })) // prettier-ignore
      const spans = (isWeek: boolean) => own.flatMap((one) => (one.isWeek === isWeek ? (one.span ?? []) : []))
      const from = date === clock.day ? minutesOf(clock.time) + 1 : 0
      const others = spans(false).map((span) => ({ ...span, point: null, name: null }))
      return { employee_id: id, date, hours: hoursOf(spans(true), usual, from), home: homes[i]!, stops: [...stopsOf(id, date), ...others] } // prettier-ignore
    }),
  )
  return {
    days: filled,
    names: new Map(people.map(({ id, name }) => [id, name])),
    without: [
      ...people.filter((_person, i) => homes[i]!.point === null).map(({ name }) => `het vertrekpunt van ${name}`),
      ...visits.filter(({ point }) => point === null).map(({ customer }) => customer),
      ...[...places.values()].filter(({ point }) => point === null).map(({ customer }) => customer),
    ],
  }
}
