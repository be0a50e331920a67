import { type Kysely, sql } from 'kysely'

/** What was deleted can come back in any order within its transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kiosk_searches alter constraint kiosk_searches_api_client_id_fkey deferrable`.execute(db)
}
