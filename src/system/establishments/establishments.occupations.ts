import { sql } from 'kysely'
import { NO_END, type OccupationRow, type OccupationSource } from '../occupations/points.ts'

const away = true
const resource = 'room'

const closures: OccupationSource = {
  resource,
  record: 'room_closure',
  away,
  rows: sql<OccupationRow>`
    select b.room_id as resource_id, b.id as record_id, 'Gesloten (' || b.description || ')' as description,
           lower(b.during) as starts_at, coalesce(upper(b.during), ${NO_END}::timestamptz) as ends_at, b.during,
           true as counts
    from room_closures b`,
}

/** On a closing day all rooms are closed. */
const closingDays: OccupationSource = {
  resource,
  record: 'closing_day',
  away,
  rows: sql<OccupationRow>`
    select r.id as resource_id, o.id as record_id, 'Gesloten (' || o.description || ')' as description,
           o.first_day::timestamptz as starts_at, (o.last_day + 1)::timestamptz as ends_at,
           tstzrange(o.first_day::timestamptz, (o.last_day + 1)::timestamptz) as during, true as counts
    from closing_days o cross join rooms r`,
}

export const roomOccupations = [closures, closingDays]
