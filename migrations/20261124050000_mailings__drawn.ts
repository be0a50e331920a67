import { type Kysely, sql } from 'kysely'

/** What is drawn to go along with each mail of a mailing, as the audience calls it; null: nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailings add column drawn text[] check (cardinality(drawn) > 0)`.execute(db)
}
