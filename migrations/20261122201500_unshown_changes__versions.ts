import { type Kysely, sql } from 'kysely'

/**
 * Of a deleted row its version is kept as well, so that it comes back with one that no form has seen: a form from before
 * would else save over what changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Arguments: the columns to keep, all when empty; of a row that goes its version too. The application adds nothing to this table but by changing rows.
  await sql`
    create or replace function record_unshown() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      set_id bigint := public.change_set();
      kept text[] := nullif(tg_argv[0], '')::text[];
    begin
      if tg_op = 'DELETE' and kept is not null then kept := kept || '{version}'; end if;
      if tg_op = 'INSERT' then
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, n.id, 'insert', c.changes
        from new_rows n cross join lateral (select to_jsonb(n) as after offset 0) whole cross join lateral (
          select jsonb_object_agg(key, jsonb_build_array(null, whole.after -> key)) as changes
          from unnest(coalesce(kept, array(select jsonb_object_keys(whole.after)))) key
          where key <> 'id' and whole.after -> key <> 'null'
        ) c where c.changes is not null;
      elsif tg_op = 'DELETE' then
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, o.id, 'delete', c.changes
        from old_rows o cross join lateral (select to_jsonb(o) as before offset 0) whole cross join lateral (
          select jsonb_object_agg(key, jsonb_build_array(whole.before -> key, null)) as changes
          from unnest(coalesce(kept, array(select jsonb_object_keys(whole.before)))) key
          where key <> 'id' and whole.before -> key <> 'null'
        ) c where c.changes is not null;
      else
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, n.id, 'update', c.changes
        from new_rows n join old_rows o on o.id = n.id
        cross join lateral (select to_jsonb(o) as before, to_jsonb(n) as after offset 0) whole cross join lateral (
          select jsonb_object_agg(key, jsonb_build_array(whole.before -> key, whole.after -> key)) as changes
          from unnest(coalesce(kept, array(select jsonb_object_keys(whole.after)))) key
          where whole.after -> key is distinct from whole.before -> key
        ) c where c.changes is not null;
      end if;
      return null;
    end $$
  `.execute(db)
}
