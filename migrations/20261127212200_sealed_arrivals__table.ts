import { type Kysely, sql } from 'kysely'

/**
 * What students typed on a tablet without network, once it arrived. Who was recognised is present and stands here no
 * further; what anybody else typed is kept for whoever teaches, until the day is over. Then the row alone is left, which is
 * counted, as is what never arrived (`lost`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sealed_arrivals (
      id integer generated always as identity primary key,
      api_client_id integer not null references api_clients on delete cascade deferrable,
      establishment_id integer not null references establishments on delete cascade deferrable,
      key uuid not null,
      day date not null,
      typed_at timestamptz,
      recognised boolean not null default false,
      lost integer not null default 0 check (lost between 0 and 1000),
      birth_date date,
      last_name text check (length(last_name) <= 120),
      constraint sealed_arrivals_key unique (api_client_id, key)
    );
    create index sealed_arrivals_establishment_id on sealed_arrivals (establishment_id, day)
  `.execute(db)
}
