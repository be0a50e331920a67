import { type Kysely, sql } from 'kysely'

/**
 * What a tablet asked last, and with whom it may go on: people that came close and were not told, people that it was told,
 * and who came in by it. It is of some minutes, and goes with its client. Tries that ended without a person are counted
 * here, so that those of one tablet wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kiosk_searches (
      api_client_id integer primary key references api_clients on delete cascade deferrable,
      near integer[] not null default '{}',
      told integer[] not null default '{}',
      confirmed integer[] not null default '{}',
      missed boolean not null default false,
      searched_at timestamptz not null default now(),
      misses integer not null default 0 check (misses >= 0),
      misses_since timestamptz not null default now()
    )
  `.execute(db)
}
