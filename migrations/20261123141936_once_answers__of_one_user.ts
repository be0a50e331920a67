import { type Kysely, sql } from 'kysely'

/** One token is of one user, also when two send it in the same second; whose came first keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from once_answers later using once_answers first
    where later.token = first.token and later.user_id <> first.user_id
      and (later.answered_at, later.user_id) > (first.answered_at, first.user_id)`.execute(db)
  await sql`alter table once_answers add constraint once_answers_of_one_user
    exclude using gist (token with =, user_id with <>)`.execute(db)
  await sql`drop index once_answers_token`.execute(db)
}
