import { type Kysely, sql } from 'kysely'

/** How long somebody travels between two establishments, once per pair: the same there and back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table travel_times (
      id integer generated always as identity primary key,
      establishment_id integer not null references establishments on delete cascade deferrable,
      other_id integer not null references establishments on delete cascade deferrable,
      minutes integer not null check (minutes between 1 and 600),
      constraint travel_times_once check (establishment_id < other_id),
      unique (establishment_id, other_id)
    )
  `.execute(db)
  await sql`create index travel_times_other_id on travel_times (other_id)`.execute(db)
  await sql`select track('travel_times', 'establishment', 'establishment_id')`.execute(db)
}
