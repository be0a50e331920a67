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

/** What of it is on a day. */
function spanOn(day: string, { starts_at, ends_at }: { starts_at: Date; ends_at: Date }): DaySpan {
  const [begin, end] = [wallClock(starts_at), wallClock(ends_at)]
  return {
    start: begin.day < day ? 0 : minutesOf(begin.time),
    end: end.day > day ? MIDNIGHT : minutesOf(end.time),
  }
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
  const homes = await homesOf(db, people)
  const ids = people.map(({ id }) => id)
  const visits = await visitsOn(db, ids, days, drafts.flatMap(({ id }) => id ?? [])) // prettier-ignore
  const places = await placesOf(db, drafts.map(({ order_id }) => order_id)) // prettier-ignore
  const busy = await listOccupations(db, registry, {
    spans: days.map((day) => ({ from: instantOf(day, '00:00')!, to: instantOf(addDays(day, 1), '00:00')! })),
    of: { contact: people.flatMap(({ contact_id }) => contact_id ?? []) },
  })
  const stopsOf = (employee: number, date: string): Stop[] => [
    ...visits
      .filter((visit) => visit.employee_id === employee && visit.day === date)
      .map(({ customer, point, ...visit }) => ({ ...spanOn(date, visit), point, name: customer })),
    ...drafts
      .filter((draft) => draft.employee_id === employee && draft.date === date)
      .map(({ order_id, start_time, end_time }) => ({ start: minutesOf(start_time), end: minutesOf(end_time), point: places.get(order_id)?.point ?? null, name: places.get(order_id)?.customer ?? null })), // prettier-ignore
  ]
  const clock = wallClock(now)
  const filled = days.flatMap((date, i) =>
    people.map(({ id, contact_id }, at): FillDay => {
      const own = busy.filter(({ span, resource_id, record }) => span === i && resource_id === contact_id && record !== 'visit') // prettier-ignore
      const outside = own.filter(({ record }) => record === WEEK).map((one) => spanOn(date, one))
      const others = own.filter(({ record }) => record !== WEEK).map((one) => ({ ...spanOn(date, one), point: null, name: null })) // prettier-ignore
      const from = date === clock.day ? minutesOf(clock.time) + 1 : 0
      return { employee_id: id, date, hours: hoursOf(outside, usual, from), home: homes[at]!, stops: [...stopsOf(id, date), ...others] } // prettier-ignore
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
