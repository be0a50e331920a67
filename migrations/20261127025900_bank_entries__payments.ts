import { type Kysely, sql } from 'kysely'

/** How many payments an entry is of which its bank tells one amount; one where it tells nothing of that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_entries add column payments integer not null default 1 check (payments >= 1)`.execute(db)
}
