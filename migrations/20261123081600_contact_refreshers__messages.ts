import { type Kysely, sql } from 'kysely'

/** People are told of refreshers; what they were told outlives these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select carries_messages('contact_refreshers', 'refresher')`.execute(db)
}
