import { type Kysely, sql } from 'kysely'

/** Answers that still say in words what was done, which may name somebody: these words go after a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index once_answers_words on once_answers (answered_at) where (outcome -> 'flash') is not null`.execute(
    db,
  )
}
