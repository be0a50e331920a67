import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { clock } from '../occupations/index.ts'

export const listRoomClosures = (db: Db | Trx) =>
  db
    .selectFrom('room_closures')
    .select([
      'room_closures.id',
      'room_closures.room_id',
      'room_closures.description',
      'room_closures.first_day',
      'room_closures.last_day',
      'room_closures.version',
      clock('room_closures.from_time').as('from_time'),
      clock('room_closures.until_time').as('until_time'),
      sql<boolean>`upper(room_closures.during) <= now()`.as('is_past'),
    ])

/** @throws NotFound */
export async function getRoomClosure(db: Db | Trx, id: number) {
  const row = await listRoomClosures(db).where('room_closures.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Sluiting')
  return row
}

export async function roomClosureNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listRoomClosures(db).where('room_closures.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.description]))
}
