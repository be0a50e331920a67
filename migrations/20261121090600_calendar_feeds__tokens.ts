import { type Kysely, sql } from 'kysely'

/** The subscription link of a user's calendar: unguessable, one per user, replaceable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      user_id integer primary key references users on delete cascade,
      token text not null unique check (length(token) >= 22),
      created_at timestamptz not null default now()
    )
  `.execute(db)
}
