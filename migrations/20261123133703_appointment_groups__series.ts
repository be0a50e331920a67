import { type Kysely, sql } from 'kysely'

/** Plannings that were made together as a series share a number; each goes its own way otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence planning_series as integer;
    alter table appointment_groups add column series_id integer check (series_id > 0);
    create index appointment_groups_series on appointment_groups (series_id, id) where series_id is not null;
  `.execute(db)
}
