import { type RawBuilder, sql } from 'kysely'
import { NO_END, type OccupationRow } from './points.ts'

/** A time of the day as it is typed. */
export const clock = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'HH24:MI')`

/**
 * The rows of a table of periods in which somebody or something is away.
 * @param away what it is of, and how it is described, of rows `b` of the table
 */
export const awayRows = ({ table, of, description }: { table: string; of: string; description: RawBuilder<string> }) =>
  sql<OccupationRow>`
    select ${sql.ref(`b.${of}`)} as resource_id, b.id as record_id, ${description} as description,
           lower(b.during) as starts_at, coalesce(upper(b.during), ${NO_END}::timestamptz) as ends_at, b.during,
           true as counts
    from ${sql.table(table)} b`

/** On a closing day all of them are away. @param of who or what, with its id as `c.id` */
export const closingDayRows = (of: RawBuilder<unknown>) => sql<OccupationRow>`
    select c.id as resource_id, o.id as record_id, 'Gesloten (' || o.description || ')' as description,
           o.first_day::timestamptz as starts_at, (o.last_day + 1)::timestamptz as ends_at,
           tstzrange(o.first_day::timestamptz, (o.last_day + 1)::timestamptz) as during, true as counts
    from closing_days o join ${of}`
