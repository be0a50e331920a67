import { type Kysely, sql } from 'kysely'

/** By what somebody said to be there, where that was no person: the tablet at the door. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrolments
      add column present_source text constraint enrolments_present_source check (present_source in ('kiosk')),
      add constraint enrolments_source_is_present check (present_source is null or present = 1)
  `.execute(db)
}
