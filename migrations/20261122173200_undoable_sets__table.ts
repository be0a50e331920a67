import { type Kysely, sql } from 'kysely'

/** What can be taken back for a day, by whom it was done and what was said of it; and the mails that go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table undoable_sets (
      change_set bigint primary key,
      at timestamptz not null default now(),
      actor_id integer not null references users(id) on delete cascade,
      area text not null,
      "right" text not null check ("right" in ('view', 'change')),
      label text not null,
      undone_at timestamptz,
      undone_by integer references users(id) on delete set null
    )
  `.execute(db)
  await sql`create index undoable_sets_actor on undoable_sets (actor_id, at desc)`.execute(db)
  await sql`create index undoable_sets_at on undoable_sets (at desc)`.execute(db)

  // Without a default at first, so that no mail that is there has to be written again.
  await sql`alter table mails add column change_set bigint`.execute(db)
  await sql`alter table mails alter column change_set set default change_set()`.execute(db)
  await sql`create index mails_change_set on mails (change_set) where change_set is not null`.execute(db)

  // Rows are given back in an order that suits unique values; whom they name is judged when all are back.
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not k.condeferrable
  `.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially immediate`.execute(
      db,
    )

  // Nothing of these sets can be put back any more.
  await sql`
    create or replace function close_change_sets(sets bigint[]) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      delete from public.undoable_sets where change_set = any(sets);
      delete from public.unshown_changes where change_set = any(sets);
      perform graphile_worker.reschedule_jobs(array(
        select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'files.remove' and (j.payload ->> 'changeSet')::bigint = any(sets) and j.run_at > now()
      ), run_at => now());
    end $$
  `.execute(db)
  await sql`
    create or replace function forget_unshown_changes() returns bigint language sql
    security definer set search_path = pg_catalog, public, pg_temp as $$
      with sets as (delete from public.undoable_sets where at < now() - interval '1 day'),
        gone as (delete from public.unshown_changes where at < now() - interval '1 day' returning 1)
      select count(*) from gone
    $$
  `.execute(db)
}
