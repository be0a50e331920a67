import { type Kysely, sql } from 'kysely'

/** Finds the token of somebody else, and old answers stay long enough for a phone that comes back from a holiday. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index once_answers_token on once_answers (token)`.execute(db)
}
