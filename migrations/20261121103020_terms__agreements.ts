import { type Kysely, sql } from 'kysely'

/** Who agreed to which version of the terms, and when; users.agreed_to holds the keys for the session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table terms_agreements (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      key text not null check (key ~ '^[a-z][a-z0-9_]{0,63}$'),
      agreed_at timestamptz not null default now(),
      unique (user_id, key)
    )
  `.execute(db)
  await sql`select track('terms_agreements', 'user', 'user_id')`.execute(db)
}
