import { sql } from 'kysely'
import { awayRows, closingDayRows } from '../occupations/index.ts'
import type { OccupationSource } from '../occupations/points.ts'

const away = true
const resource = 'room'

const closures: OccupationSource = {
  resource,
  record: 'room_closure',
  away,
  rows: awayRows({
    table: 'room_closures',
    of: 'room_id',
    description: sql`'Gesloten (' || b.description || ')'`,
  }),
}

/** On a closing day all rooms are closed. */
const closingDays: OccupationSource = {
  resource,
  record: 'closing_day',
  away,
  rows: closingDayRows(sql`rooms c on true`),
}

export const roomOccupations = [closures, closingDays]
