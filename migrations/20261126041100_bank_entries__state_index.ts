import { type Kysely, sql } from 'kysely'

/** Entries stand under their state, each state in the order of the list and counted by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bank_entries_state on bank_entries (state, booked_on, id)`.execute(db)
}
