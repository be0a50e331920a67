import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Booking } from './occupations.rules.ts'
import { type OccupationSource, occupations } from './points.ts'

export interface Occupation extends Booking {
  /** Place of the span that it lies in, counted from 0. */
  span: number
  /** What is taken: type and id of the record. */
  resource: string
  resource_id: number
  /** By what. */
  record: string
  record_id: number
  /** Not by something that is planned: somebody is not there, or a room is closed. */
  away: boolean
  /** And there is no more to say of it. */
  plain: boolean
  /** How many are taken of what there is more than one of; else 1. */
  units: number
}

interface Asked {
  spans: { from: Date; to: Date }[]
  /** Who and what is asked about, by type; 'all' of a type is everything that is taken at all. */
  of: Record<string, number[] | 'all'>
  /** Only who is not there and what is closed, not what is planned. */
  onlyAway?: boolean
  /** Records that are about to change and so keep nobody busy; `ids` is an array or an expression of one. */
  except?: { record: string; ids: number[] | RawBuilder<unknown> } | undefined
}

/** From so many on the rows of the period are read and the rest is left out; for fewer each has an index. */
const MANY = 20

const among = (ids: number[]): RawBuilder<unknown> =>
  ids.length < MANY
    ? sql`taken.resource_id = any(${ids})`
    : sql`taken.resource_id in (select unnest(${ids}::integer[]))`

/**
 * What of one source lies in `wanted`. Its time is said twice, in other words: of a period that it does not know
 * PostgreSQL expects a hundredth of all rows and reads whole tables for them, of both it expects few and goes by index.
 */
function takenBy(
  { resource, record, rows, away = false, plain = false, counted = false }: OccupationSource,
  { of, except }: Asked,
): RawBuilder<unknown> {
  const ids = of[resource]!
  const conditions = [
    sql`taken.counts and taken.during && tstzrange(wanted.starts_at, wanted.ends_at)`,
    sql`taken.during && tstzrange(wanted.starts_at, wanted.ends_at, '[)')`,
    sql`taken.starts_at < wanted.ends_at and taken.ends_at > wanted.starts_at`,
    ...(ids === 'all' ? [] : [among(ids)]),
    ...(except?.record === record ? [sql`taken.record_id <> all(${except.ids})`] : []),
  ]
  return sql`
    select ${sql.lit(resource)} as resource, taken.resource_id, ${sql.lit(record)} as record, taken.record_id,
           ${sql.lit(away)} as away, ${sql.lit(plain)} as plain, taken.description, taken.starts_at, taken.ends_at, lower(taken.during) as first,
           ${counted ? sql`taken.units` : sql`1`} as units
    from (${rows}) taken where ${sql.join(conditions, sql` and `)}`
}

/** The one query, or null when nobody could be busy with anything. */
export function occupationsQuery(registry: Registry, asked: Asked): RawBuilder<Occupation> | null {
  const { spans, of, onlyAway = false } = asked
  const sources = registry
    .all(occupations)
    .filter(({ resource, away = false }) => of[resource] && of[resource].length > 0 && (away || !onlyAway))
  if (spans.length === 0 || sources.length === 0) return null
  const taken = sources.map((source) => takenBy(source, asked))
  // Lateral, so that each source is read by its own index and not as a whole.
  return sql<Occupation>`
    select (wanted.place - 1)::integer as span, busy.resource, busy.resource_id, busy.record, busy.record_id,
           busy.away, busy.plain, busy.units, busy.description, busy.starts_at, busy.ends_at
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
      with ordinality as wanted (starts_at, ends_at, place)
    cross join lateral (${sql.join(taken, sql` union all `)}) busy
    order by wanted.place, busy.first, busy.record_id`
}

/**
 * Who and what is busy during these spans, and by what, over all areas: the one place that knows. In the order of the
 * spans, in each by when it begins. A span ends after it starts.
 */
export async function listOccupations(db: Db | Trx, registry: Registry, asked: Asked): Promise<Occupation[]> {
  const query = occupationsQuery(registry, asked)
  return query ? (await query.execute(db)).rows : []
}
