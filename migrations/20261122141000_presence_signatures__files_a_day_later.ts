import { type Kysely, sql } from 'kysely'

/**
 * The bytes of a file go a day after its row, so that a change can be taken back with its files, and at once when the
 * set of that change is closed. The images of signatures go as all other files do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function forget_signature() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('files.remove',
        json_build_object('keys', json_build_array(old.storage_key), 'changeSet', change_set()),
        run_at => now() + interval '25 hours');
      return null;
    end $$
  `.execute(db)
  // What a merge kept was out of sight for long enough.
  await sql`
    create or replace function forget_merged_signatures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or new.before is null then
        perform graphile_worker.add_job('files.remove',
          json_build_object('keys', json_build_array(touched -> 'before' ->> 'storage_key'), 'changeSet', change_set()))
        from jsonb_array_elements(old.before -> 'rows') touched
        where touched ->> 'table' = 'presence_signatures' and touched -> 'before' ? 'storage_key';
      end if;
      return null;
    end $$
  `.execute(db)
  // Nothing of these sets can be put back any more: what was kept for that goes, and what waited for it happens now.
  await sql`
    create or replace function close_change_sets(sets bigint[]) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      delete from public.unshown_changes where change_set = any(sets);
      perform graphile_worker.reschedule_jobs(array(
        select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'files.remove' and (j.payload ->> 'changeSet')::bigint = any(sets) and j.run_at > now()
      ), run_at => now());
    end $$
  `.execute(db)
}
