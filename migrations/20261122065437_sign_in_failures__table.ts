import { type Kysely, sql } from 'kysely'

/** Wrong passwords and codes of the running hour; when it is over they become one entry of the history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_failures (
      id bigint generated always as identity primary key,
      user_id integer references users on delete cascade,
      kind text not null check (kind in ('password', 'code')),
      hour timestamptz not null,
      count integer not null default 1,
      -- Accounts that do not exist are counted together.
      unique nulls not distinct (user_id, kind, hour)
    )
  `.execute(db)
}
