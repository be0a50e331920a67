import { type Kysely, sql } from 'kysely'

/**
 * What one transaction changes, with the jobs that it queued, is a set: every entry of the history says to which one it
 * belongs, and of which row of which table it tells. Entries from before have none of the three.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence change_set_series`.execute(db)
  // The set of this transaction: the one it continues, or else a new one, drawn when it first changes something.
  await sql`
    create function change_set() returns bigint language plpgsql as $$
    declare
      drawn text := current_setting('noordkaap.change_set', true);
    begin
      if coalesce(drawn, '') = '' then
        drawn := nextval('public.change_set_series')::text;
        perform set_config('noordkaap.change_set', drawn, true);
      end if;
      return drawn::bigint;
    end $$
  `.execute(db)

  // Without a default at first, so that no entry that is there has to be written again.
  await sql`
    alter table history add column change_set bigint, add column row_id bigint, add column table_name text
  `.execute(db)
  await sql`alter table history alter column change_set set default change_set()`.execute(db)
  await sql`create index history_change_set on history (change_set) where change_set is not null`.execute(db)

  // Arguments: record type, key column, then columns that are never recorded (secrets, derived values).
  await sql`
    create or replace function record_history() returns trigger language plpgsql as $$
    declare
      actor integer := nullif(current_setting('noordkaap.actor', true), '')::integer;
      acted_by integer := nullif(current_setting('noordkaap.acted_by', true), '')::integer;
      set_id bigint := change_set();
      hidden text[] := array['version', 'updated_at', 'created_at'] || coalesce(tg_argv[2], '')::text[];
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
      end if;
      return null;
    end $$
  `.execute(db)
}
