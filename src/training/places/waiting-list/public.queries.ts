import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { tokenHash } from '../../../platform/links.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { partPlace, partAddress } from '../../planning/appointments/index.ts'
import { entryOfToken, isOldToken } from './link.rules.ts'
import { entries } from './waiting-list.queries.ts'

/** Who waits by the link that they were mailed; nobody any more once they are in, or off the list. */
export async function findByToken(db: Db | Trx, secrets: Secrets, token: string) {
  const id = entryOfToken(secrets, token)
  // What no token can look like is not asked of the database.
  if (id === null && !isOldToken(token)) return undefined
  return entries(db)
    .where((eb) =>
      id === null ? eb('waiting_entries.old_link', '=', tokenHash(token)) : eb('waiting_entries.id', '=', id),
    )
    .where('waiting_entries.state', '=', 'waiting')
    .executeTakeFirst()
}

/** The own place in line, among all who wait for the same. */
export async function placeInLineOf(db: Db | Trx, id: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select count(*)::integer as place from waiting_entries own join waiting_entries other
      on other.state = 'waiting' and other.course_id = own.course_id
      and coalesce(other.group_id, own.group_id, 0) = coalesce(own.group_id, other.group_id, 0)
      and (other.line_at, other.id) <= (own.line_at, own.id)
    where own.id = ${id}`.execute(db)
  return rows[0]?.place ?? 1
}

/** The parts of a planning with when and where. */
export async function listWhere(db: Db | Trx, planningId: number) {
  return db
    .selectFrom('appointments')
    .select(['appointments.description', 'appointments.starts_at', 'appointments.ends_at'])
    .select([partPlace.as('place'), partAddress.as('address')])
    .where('appointments.group_id', '=', planningId)
    .where('appointments.status', '<>', 'cancelled')
    .orderBy('appointments.starts_at')
    .execute()
}
