import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'

/** What was typed without network on the day and in the establishment of a part, and was nobody's. */
export const unrecognisedAt = (appointmentId: number): RawBuilder<unknown> => sql`
  from appointments a
  join rooms r on r.id = a.room_id
  join sealed_arrivals s on s.establishment_id = r.establishment_id and s.day = a.starts_at::date
  where a.id = ${appointmentId} and not s.recognised`

/** One that can still be read. */
export interface Unrecognised {
  id: number
  last_name: string
  birth_date: string
  typed_at: Date
}

export async function listUnrecognised(db: Db, appointmentId: number): Promise<Unrecognised[]> {
  const { rows } = await sql<Unrecognised>`
    select s.id, s.last_name, to_char(s.birth_date, 'YYYY-MM-DD') as birth_date, s.typed_at
    ${unrecognisedAt(appointmentId)} and s.last_name is not null order by s.typed_at, s.id`.execute(db)
  return rows
}
