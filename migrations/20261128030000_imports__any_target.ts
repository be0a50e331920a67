import { type Kysely, sql } from 'kysely'

/** Each area says what can be imported as its records; a list may be long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports drop constraint imports_target_check`.execute(db)
  await sql`alter table imports add constraint imports_target_check check (target ~ '^[a-z-]{1,40}$')`.execute(db)
  await sql`alter table imports drop constraint imports_total_check`.execute(db)
  await sql`alter table imports add constraint imports_total_check check (total between 1 and 100000)`.execute(db)
}
