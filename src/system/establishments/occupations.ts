import { type RawBuilder, sql } from 'kysely'
import { awayRows, closingDayRows } from '../occupations/index.ts'
import type { OccupationRow, OccupationSource } from '../occupations/points.ts'

const away = true

const closures: OccupationSource = {
  resource: 'room',
  record: 'room_closure',
  away,
  rows: awayRows({
    table: 'room_closures',
    of: 'room_id',
    description: sql`'Gesloten (' || b.description || ')'`,
  }),
}

/** On a closing day all rooms are closed, and with them every establishment. */
const closingDays = (resource: string, table: string): OccupationSource => ({
  resource,
  record: 'closing_day',
  away,
  rows: closingDayRows(sql`${sql.table(table)} c on true`),
})

/** On a day without opening hours of its own an establishment is closed: so are its rooms. */
const specialDays = (resource: string, id: RawBuilder<unknown>, from: RawBuilder<unknown>): OccupationSource => ({
  resource,
  record: 'establishment_day',
  away,
  rows: sql<OccupationRow>`
    select ${id} as resource_id, d.id as record_id,
           'Vestiging gesloten' || case when d.description <> '' then ' (' || d.description || ')' else '' end as description,
           d.day::timestamptz as starts_at, (d.day + 1)::timestamptz as ends_at,
           tstzrange(d.day::timestamptz, (d.day + 1)::timestamptz) as during, d.opens is null as counts
    from ${from}`,
})

export const roomOccupations = [
  closures,
  closingDays('room', 'rooms'),
  specialDays('room', sql`c.id`, sql`establishment_days d join rooms c on c.establishment_id = d.establishment_id`),
  closingDays('establishment', 'establishments'),
  specialDays('establishment', sql`d.establishment_id`, sql`establishment_days d`),
]
