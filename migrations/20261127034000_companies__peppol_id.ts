import { type Kysely, sql } from 'kysely'

/** Where a company is reached by machines (Peppol), where that does not follow from its other numbers: '0088:8712345000004'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column peppol_id text`.execute(db)
}
