import { type Kysely, sql } from 'kysely'

/**
 * What forms were answered that carry a token of their own: a form that comes twice is saved once and gets the same
 * answer again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table once_answers (
      user_id integer not null references users on delete cascade,
      token text not null,
      path text not null,
      sent text not null,
      outcome json,
      answered_at timestamptz not null default now(),
      primary key (user_id, token, path)
    )
  `.execute(db)
  await sql`create index once_answers_answered_at on once_answers (answered_at)`.execute(db)
}
