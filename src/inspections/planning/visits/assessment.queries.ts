import { sql } from 'kysely'
import { STAFF } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Conflict, type Permitted, conflictWith, listPermitted } from '../../../relations/bookings/index.ts'
import { roomLabel } from '../../../system/establishments/index.ts'
import { type Occupation, conflictLine, listOccupations, overlaps } from '../../../system/occupations/index.ts'
import { type DaySpan, OVERLAPS, overlapsAny } from './board-times.contract.ts'
import { daySpanOf, withoutContact } from './visits.rules.ts'

/** A visit as it is about to be planned. */
export interface PlannedVisit {
  id: number | null
  order_id: number
  employee_id: number | null
  room_id: number | null
  date: string
  starts_at: Date
  ends_at: Date
  customer: string
}

/** What is not right about a visit: what is refused, at the field that it is about, and what can be permitted. */
export interface Assessed {
  refused: { field: 'employee_id' | 'start_time' | 'room_id'; text: string } | null
  conflicts: Conflict[]
}

const unique = (ids: (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))]

/** Who goes and what rooms they take, by id. */
export async function findTaken(
  db: Db | Trx,
  visits: readonly { employee_id?: number | null; room_id: number | null }[],
) {
  const people = unique(visits.map(({ employee_id = null }) => employee_id))
  const rooms = unique(visits.map(({ room_id }) => room_id))
  const { rows: employees } = await sql<{ id: number; name: string; contact_id: number | null; offered: boolean }>`
    select id, name, contact_id, active and roles && array[${sql.join(STAFF.map((role) => sql.lit(role)))}] as offered
    from users where id = any(${people})`.execute(db)
  const { rows: places } = await sql<{ id: number; name: string; offered: boolean }>`
    select rooms.id, ${roomLabel} as name, rooms.active and establishments.active as offered
    from rooms join establishments on establishments.id = rooms.establishment_id
    where rooms.id = any(${rooms})`.execute(db)
  return {
    employees: new Map(employees.map((row) => [row.id, row])),
    rooms: new Map(places.map((row) => [row.id, row])),
  }
}
export type Taken = Awaited<ReturnType<typeof findTaken>>

/** What these inspectors have on the days of these visits, beside these. */
async function othersOf(db: Db | Trx, visits: readonly PlannedVisit[]): Promise<Map<string, DaySpan[]>> {
  const planned = visits.filter(({ employee_id }) => employee_id !== null)
  const { rows } = await sql<{ employee_id: number; day: string; starts_at: Date; ends_at: Date }>`
    select v.employee_id, asked.day::text as day, v.starts_at, v.ends_at
    from (select distinct * from unnest(${planned.map(({ employee_id }) => employee_id)}::integer[],
        ${planned.map(({ date }) => date)}::date[]) as pair (employee_id, day)) asked
      join visits v on v.employee_id = asked.employee_id
        and v.starts_at >= asked.day::timestamptz and v.starts_at < (asked.day + 1)::timestamptz
    where v.id <> all(${unique(visits.map(({ id }) => id))}::integer[])`.execute(db)
  const spans = new Map<string, DaySpan[]>()
  for (const row of rows) spans.set(`${row.employee_id} ${row.day}`, [...(spans.get(`${row.employee_id} ${row.day}`) ?? []), daySpanOf(row)]) // prettier-ignore
  return spans
}

const isPermitted = (busy: Occupation, visit: PlannedVisit, permitted: readonly Permitted[]): boolean =>
  permitted.some(
    (one) =>
      one.record_id === visit.id &&
      one.resource === busy.resource &&
      one.resource_id === busy.resource_id &&
      one.other === busy.record &&
      one.other_id === busy.record_id &&
      Math.max(+busy.starts_at, +visit.starts_at) >= +one.starts_at &&
      Math.min(+busy.ends_at, +visit.ends_at) <= +one.ends_at,
  )

/** What is not right about each of these visits, with what is stored and with each other: five queries for all of them. */
export async function assessVisits(
  db: Db | Trx,
  registry: Registry,
  visits: readonly PlannedVisit[],
  { employees, rooms }: Taken,
): Promise<Assessed[]> {
  const ids = unique(visits.map(({ id }) => id))
  const others = await othersOf(db, visits)
  const permitted = await listPermitted(db, 'visit', ids)
  const busy = await listOccupations(db, registry, {
    spans: visits.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
    of: { contact: [...employees.values()].flatMap(({ contact_id }) => contact_id ?? []), room: [...rooms.keys()] },
    except: ids.length === 0 ? undefined : { record: 'visit', ids },
  })
  return visits.map((visit, i) => {
    const { employee_id, room_id, date } = visit
    const beside = visits.filter((other) => other !== visit)
    const own = employee_id === null ? undefined : employees.get(employee_id)
    const room = room_id === null ? undefined : rooms.get(room_id)
    if (own?.offered === true && own.contact_id === null) return refusing('employee_id', withoutContact(own.name))
    const spans = [
      ...(others.get(`${employee_id} ${date}`) ?? []),
      ...beside.filter((other) => other.employee_id === employee_id && other.date === date).map(daySpanOf),
    ]
    if (own && overlapsAny(daySpanOf(visit), spans)) return refusing('start_time', OVERLAPS)
    const taken = busy.filter(({ span }) => span === i)
    const inRoom = room ? taken.filter(({ resource, resource_id }) => resource === 'room' && resource_id === room.id) : [] // prettier-ignore
    const visitsInRoom = [
      ...inRoom.filter(({ record }) => record === 'visit'),
      ...beside.filter((other) => room && other.room_id === room.id && overlaps(other, visit)).map((other) => ({ ...other, description: `Bezoek ${other.customer}` })), // prettier-ignore
    ]
    if (room && visitsInRoom.length > 0) return refusing('room_id', conflictLine(room.name, visitsInRoom))
    const ofPerson = taken.filter(({ resource, resource_id, record }) => resource === 'contact' && resource_id === own?.contact_id && record !== 'visit') // prettier-ignore
    return {
      refused: null,
      conflicts: [...ofPerson, ...inRoom]
        .filter((one) => !isPermitted(one, visit, permitted))
        .map((one) => conflictWith(one, one.resource === 'room' ? room!.name : own!.name, visit, one)),
    }
  })
}

const refusing = (field: NonNullable<Assessed['refused']>['field'], text: string): Assessed => ({
  refused: { field, text },
  conflicts: [],
})
