import { type Kysely, sql } from 'kysely'

/** What is switched off in the settings is kept with the copies of sessions, so a change of it is told as theirs are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger session_changed after insert or update or delete on settings
    for each statement execute function session_changed()
  `.execute(db)
}
