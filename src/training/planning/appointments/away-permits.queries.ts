import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Permitted } from '../../../relations/bookings/index.ts'

/** For which absence as it was then; one that changed since was not permitted. */
export interface AwayPermitted extends Permitted {
  away_from: Date
  away_to: Date
}

/** Who and what planners put into these parts although they are not there then. */
export async function listAwayPermitted(db: Db | Trx, parts: number[]): Promise<AwayPermitted[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<AwayPermitted>`
    select appointment_id as record_id, case when room_id is null then 'contact' else 'room' end as resource,
      coalesce(room_id, contact_id) as resource_id, away_record as other, away_id as other_id,
      lower(during) as starts_at, upper(during) as ends_at, lower(away_during) as away_from, upper(away_during) as away_to
    from away_permits where appointment_id = any(${parts})
  `.execute(db)
  return rows
}
