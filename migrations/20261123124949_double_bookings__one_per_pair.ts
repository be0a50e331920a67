import { type Kysely, sql } from 'kysely'

/** One permission per pair and person or room, said in columns alone, so that what merges people reads it from the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index double_bookings_once`.execute(db)
  await sql`create unique index double_bookings_once
    on double_bookings (later_id, later_record, first_id, first_record, contact_id, room_id) nulls not distinct`.execute(
    db,
  )
}
