import { type Kysely, sql } from 'kysely'

/** What can be taken back for longer than a day says until when, such as an import; and what columns of a list were taken as. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table undoable_sets add column until timestamptz`.execute(db)
  await sql`
    create or replace function forget_unshown_changes() returns bigint language sql
    security definer set search_path = pg_catalog, public, pg_temp as $$
      with sets as (delete from public.undoable_sets where coalesce(until, at + interval '1 day') < now()),
        gone as (delete from public.unshown_changes u where u.at < now() - interval '1 day'
          and not exists (select from public.undoable_sets s where s.change_set = u.change_set and s.until >= now())
          returning 1)
      select count(*) from gone
    $$
  `.execute(db)
  await sql`alter table imports add column change_set bigint`.execute(db)
  await sql`
    create table import_sources (
      target text not null,
      headings text not null check (length(headings) = 64),
      columns text[] not null,
      used_at timestamptz not null default now(),
      primary key (target, headings)
    )
  `.execute(db)
}
