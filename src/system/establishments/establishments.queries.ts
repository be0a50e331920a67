import { sql } from 'kysely'
import { NotFound, type Reason } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'

/** Dutch order of names. */
export const byEstablishment = sql`establishments.name collate "nl-x-icu"`
export const byRoom = [byEstablishment, sql`rooms.name collate "nl-x-icu"`]

/** What lists are searched in: lower case without accents. */
export const establishmentText = sql<string>`normalise(concat_ws(' ', establishments.name, establishments.city))`
export const roomText = sql<string>`normalise(establishments.name || ' ' || rooms.name)`

/** 'Zwolle, lokaal 1': how a room is called wherever its establishment is not in sight. */
export const roomLabel = sql<string>`establishments.name || ', ' || rooms.name`

export const listEstablishments = (db: Db) =>
  db
    .selectFrom('establishments')
    .select([
      'establishments.id',
      'establishments.name',
      'establishments.street',
      'establishments.street_no',
      'establishments.street_no_adding',
      'establishments.postal_code',
      'establishments.city',
      'establishments.active',
      'establishments.version',
      sql<number>`(select count(*)::integer from rooms where rooms.establishment_id = establishments.id)`.as(
        'room_count',
      ),
    ])

/** The establishments in use where answers to mail are read. */
export async function listReachable(db: Db | Trx): Promise<{ id: number; name: string; email: string }[]> {
  const rows = await db
    .selectFrom('establishments')
    .select(['id', 'name', 'email'])
    .where('active', '=', true)
    .where('email', 'is not', null)
    .orderBy(byEstablishment)
    .execute()
  return rows.map((row) => ({ ...row, email: row.email! }))
}

/** @throws NotFound */
export async function getEstablishment(db: Db | Trx, id: number) {
  const establishment = await db
    .selectFrom('establishments')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from rooms where rooms.establishment_id = establishments.id)`.as(
        'room_count',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!establishment) throw new NotFound('Vestiging')
  return establishment
}

export const listRooms = (db: Db) =>
  db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'rooms.id',
      'rooms.version',
      'rooms.name',
      'rooms.capacity',
      'rooms.active',
      'rooms.establishment_id',
      'establishments.name as establishment_name',
    ])

/** @throws NotFound */
export async function getRoom(db: Db | Trx, id: number) {
  const room = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .selectAll('rooms')
    .select(['establishments.name as establishment_name', roomLabel.as('label')])
    .where('rooms.id', '=', id)
    .executeTakeFirst()
  if (!room) throw new NotFound('Lokaal')
  return room
}

/** What blocks deleting an establishment, as far as this area knows: its rooms go first, each after its own check. */
export async function establishmentBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const { count } = await db
    .selectFrom('rooms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('establishment_id', '=', id)
    .executeTakeFirstOrThrow()
  return [{ label: 'Lokalen', count, url: `/settings/rooms?establishment_id=${id}&active=all` }]
}

export async function establishmentNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('establishments').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function roomNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select(['rooms.id', roomLabel.as('label')])
    .where('rooms.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.label]))
}
