import { type Kysely, sql } from 'kysely'

/** Students also come in by the code in their room, and on a tablet that has no network at that moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrolments
      drop constraint enrolments_present_source,
      add constraint enrolments_present_source check (present_source in ('kiosk', 'room', 'offline'))
  `.execute(db)
}
