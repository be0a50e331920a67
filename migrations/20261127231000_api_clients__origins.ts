import { type Kysely, sql } from 'kysely'

/** Websites that may show the offer within their own pages, by the program that is theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_clients add column origins text[] not null default '{}'`.execute(db)
}
