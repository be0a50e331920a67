import { type Kysely, sql } from 'kysely'

/**
 * A phone that opened a code asks as a tablet does, for the session that it opened it in. What stands for that session and
 * code is all that is kept of it, for as long as it may go on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table kiosk_searches
      drop constraint kiosk_searches_pkey,
      add column id integer generated always as identity primary key,
      alter column api_client_id drop not null,
      add constraint kiosk_searches_api_client unique (api_client_id),
      add column visitor text constraint kiosk_searches_visitor unique,
      add column opened_at timestamptz not null default now(),
      add constraint kiosk_searches_of_one check (num_nonnulls(api_client_id, visitor) = 1)
  `.execute(db)
}
