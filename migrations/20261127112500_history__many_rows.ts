import { type Kysely, sql } from 'kysely'

/**
 * A connection keeps its plan of how changed rows are compared, made for the few of an ordinary save: for thousands that
 * took the square of their number. Where they are many, they are planned anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function record_history() returns trigger language plpgsql as $$
    declare
      actor integer := nullif(current_setting('noordkaap.actor', true), '')::integer;
      acted_by integer := nullif(current_setting('noordkaap.acted_by', true), '')::integer;
      set_id bigint := change_set();
      hidden text[] := array['version', 'updated_at', 'created_at'] || coalesce(tg_argv[2], '')::text[];
      many boolean;
    begin
      if tg_op = 'INSERT' then
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes, change_set, row_id, table_name)
        select actor, acted_by, tg_argv[0], (to_jsonb(n) ->> tg_argv[1])::bigint, 'insert',
               (select coalesce(jsonb_object_agg(key, jsonb_build_array(null, value)), '{}')
                from jsonb_each(to_jsonb(n)) where value <> 'null' and key <> 'id' and key <> all(hidden)),
               set_id, n.id, tg_table_name
        from new_rows n;
      elsif tg_op = 'DELETE' then
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes, change_set, row_id, table_name)
        select actor, acted_by, tg_argv[0], (to_jsonb(o) ->> tg_argv[1])::bigint, 'delete',
               (select coalesce(jsonb_object_agg(key, jsonb_build_array(value, null)), '{}')
                from jsonb_each(to_jsonb(o)) where value <> 'null' and key <> 'id' and key <> all(hidden)),
               set_id, o.id, tg_table_name
        from old_rows o;
      else
        many := (select count(*) > 200 from (select from new_rows limit 201) few);
        if many then perform set_config('plan_cache_mode', 'force_custom_plan', true); end if;
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes, change_set, row_id, table_name)
        select actor, acted_by, tg_argv[0], (to_jsonb(n) ->> tg_argv[1])::bigint, 'update', c.changes,
               set_id, n.id, tg_table_name
        from new_rows n
        join old_rows o on o.id = n.id
        cross join lateral (
          select jsonb_object_agg(f.key, jsonb_build_array(to_jsonb(o) -> f.key, f.value)) as changes
          from jsonb_each(to_jsonb(n)) f
          where f.key <> all(hidden) and f.value is distinct from to_jsonb(o) -> f.key
        ) c
        where c.changes is not null;
        if many then perform set_config('plan_cache_mode', 'auto', true); end if;
      end if;
      return null;
    end 
    $$
  `.execute(db)
}
