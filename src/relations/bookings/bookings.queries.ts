import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { conflictLine, listOccupations } from '../../system/occupations/index.ts'

/** What a violated exclusion says: the values of the booking that is refused, then of the one that was there. */
const KEYS = /^Key \(resource_id, resource, place, during\)=\((\d+), (\w+), \d+, \["(.+?)","(.+?)"\)\) conflicts/

/** Who or what would be booked twice, and where else, of a booking that the database refused. */
export async function tellDouble(db: Db | Trx, registry: Registry, detail: string): Promise<string | null> {
  const found = KEYS.exec(detail)
  if (!found) return null
  const [, id, type, from, to] = found as unknown as [string, string, string, string, string]
  const { name } = await registry.describe(db, { type, id: Number(id) })
  const span = { from: instant(from), to: instant(to) }
  // Of what was refused nothing is left: these are the others.
  const others = (await listOccupations(db, registry, { spans: [span], of: { [type]: [Number(id)] } })).filter(
    ({ away }) => !away,
  )
  return others.length > 0 ? conflictLine(name, others) : `${name} zou dan twee keer tegelijk bezet zijn.`
}

/** '2026-11-24 08:30:00+01' as PostgreSQL writes it. */
const instant = (text: string): Date => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))

export interface Permitted {
  /** Of what was asked about. */
  record_id: number
  /** What is taken, and by what else. */
  resource: string
  resource_id: number
  other: string
  other_id: number
  starts_at: Date
  ends_at: Date
}

/** What planners permitted these records to be booked beside. */
export async function listPermitted(db: Db | Trx, record: string, ids: number[]): Promise<Permitted[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Permitted>`
    select own.id as record_id, case when p.room_id is null then 'contact' else 'room' end as resource,
      coalesce(p.room_id, p.contact_id) as resource_id, own.other, own.other_id,
      lower(p.during) as starts_at, upper(p.during) as ends_at
    from double_bookings p cross join lateral (values
      (p.first_record, p.first_id, p.later_record, p.later_id),
      (p.later_record, p.later_id, p.first_record, p.first_id)) own (record, id, other, other_id)
    where own.record = ${record} and own.id = any(${ids}) and (p.first_id = any(${ids}) or p.later_id = any(${ids}))
  `.execute(db)
  return rows
}

/** Two records that have somebody or a room at the same time. */
export interface Double {
  resource: string
  resource_id: number
  first_record: string
  first_id: number
  later_record: string
  later_id: number
  during: string
  starts_at: Date
  ends_at: Date
}

/** Two at a time what is booked double with these records and was not permitted for all of that time. */
export async function listDoubles(trx: Trx, record: string, ids: number[]): Promise<Double[]> {
  const { rows } = await sql<Double>`
    with double as (
      select own.resource, own.resource_id, ${record}::text as record, own.record_id, b.record as other,
        b.record_id as other_id, own.during * range_merge(range_agg(b.during)) as during
      from booked(${record}, ${ids}) own join bookings b on b.resource_id = own.resource_id and b.resource = own.resource
        and b.during && own.during and (b.record, b.record_id) <> (${record}, own.record_id)
      group by own.resource, own.resource_id, own.record_id, own.during, b.record, b.record_id),
    pair as (
      select distinct resource, resource_id, during, two.*
      from double cross join lateral (
        select record as first_record, record_id as first_id, other as later_record, other_id as later_id
        where record > other or (record = other and record_id < other_id)
        union all select other, other_id, record, record_id
        where other > record or (other = record and other_id < record_id)) two)
    select pair.*, pair.during::text as during, lower(pair.during) as starts_at, upper(pair.during) as ends_at from pair
    where not exists (
      select from double_bookings p where (p.first_record, p.first_id) = (pair.first_record, pair.first_id)
        and (p.later_record, p.later_id) = (pair.later_record, pair.later_id) and p.during @> pair.during
        and pair.resource_id = case pair.resource when 'room' then p.room_id else p.contact_id end)
    order by pair.first_id, pair.later_id, pair.resource
  `.execute(trx)
  return rows
}
