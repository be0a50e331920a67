import { type Kysely, sql } from 'kysely'

/** The colours of the statuses are edited in the settings: they get a version and a history like every record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_statuses add column id integer generated always as identity unique`.execute(db)
  await sql`select track('appointment_statuses', 'appointment_status')`.execute(db)
}
