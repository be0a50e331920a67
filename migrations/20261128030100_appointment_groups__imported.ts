import { type Kysely, sql } from 'kysely'

/** What was held elsewhere before: a planning that was imported is history, of which nothing is invoiced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_groups add column imported boolean not null default false`.execute(db)
}
