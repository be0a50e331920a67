import { type Kysely, sql } from 'kysely'

/** What was issued lately is looked for every minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index certificates_created on certificates (created_at)`.execute(db)
}
