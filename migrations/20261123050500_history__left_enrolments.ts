import { type Kysely, sql } from 'kysely'

/** Who left a part is read with its history, however long that of all others is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index history_left_enrolments on history (((changes -> 'appointment_id' ->> 0)::integer))
    where record_type = 'enrolment' and action = 'delete'
  `.execute(db)
}
