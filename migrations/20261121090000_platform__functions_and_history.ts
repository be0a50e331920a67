import { type Kysely, sql } from 'kysely'

/**
 * Text normalisation for search, row versions and the audit trail. All of it lives in the database so that no writer
 * can forget it: `version`/`updated_at` by a row trigger, `history` by statement triggers over the transition tables.
 * The acting user is the transaction-local setting `noordkaap.actor` (and `noordkaap.acted_by` for login-as).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const extension of ['pg_trgm', 'unaccent', 'btree_gist', 'citext'])
    await sql`create extension if not exists ${sql.ref(extension)}`.execute(db)

  // unaccent() is only STABLE because its dictionary could change; ours does not, and an index needs IMMUTABLE.
  await sql`
    create function normalise(value text) returns text language sql immutable parallel safe strict
    return lower(public.unaccent('public.unaccent'::regdictionary, value))
  `.execute(db)

  await sql`
    create function touch_row() returns trigger language plpgsql as $$
    declare
      -- Derived columns (counters, generated text) are no edit that another editor has to know of.
      derived text[] := coalesce(tg_argv[0], '{}')::text[];
    begin
      if to_jsonb(new) - derived is distinct from to_jsonb(old) - derived then
        new.version := old.version + 1;
        new.updated_at := now();
      end if;
      return new;
    end $$
  `.execute(db)

  await sql`
    create table history (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id integer,
      acted_by_id integer,
      record_type text not null,
      record_id bigint,
      action text not null,
      changes jsonb not null default '{}'
    )
  `.execute(db)
  await sql`create index history_record on history (record_type, record_id, id desc)`.execute(db)
  await sql`create index history_at on history (at)`.execute(db)
  await sql`
    create function history_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'history cannot be edited';
    end $$
  `.execute(db)
  await sql`create trigger append_only before update on history for each row execute function history_is_append_only()`.execute(
    db,
  )

  // Arguments: record type, key column, then columns that are never recorded (secrets, derived values).
  await sql`
    create function record_history() returns trigger language plpgsql as $$
    declare
      actor integer := nullif(current_setting('noordkaap.actor', true), '')::integer;
      acted_by integer := nullif(current_setting('noordkaap.acted_by', true), '')::integer;
      hidden text[] := array['version', 'updated_at', 'created_at'] || coalesce(tg_argv[2], '')::text[];
    begin
      if tg_op = 'INSERT' then
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes)
        select actor, acted_by, tg_argv[0], (to_jsonb(n) ->> tg_argv[1])::bigint, 'insert',
               (select coalesce(jsonb_object_agg(key, jsonb_build_array(null, value)), '{}')
                from jsonb_each(to_jsonb(n)) where value <> 'null' and key <> 'id' and key <> all(hidden))
        from new_rows n;
      elsif tg_op = 'DELETE' then
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes)
        select actor, acted_by, tg_argv[0], (to_jsonb(o) ->> tg_argv[1])::bigint, 'delete',
               (select coalesce(jsonb_object_agg(key, jsonb_build_array(value, null)), '{}')
                from jsonb_each(to_jsonb(o)) where value <> 'null' and key <> 'id' and key <> all(hidden))
        from old_rows o;
      else
        insert into history (actor_id, acted_by_id, record_type, record_id, action, changes)
        select actor, acted_by, tg_argv[0], (to_jsonb(n) ->> tg_argv[1])::bigint, 'update', c.changes
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

  // Gives a business table its version, timestamps and history: select track('contacts', 'contact', 'id', '{secret}').
  await sql`
    create function track(table_name text, record_type text, key_column text default 'id', hidden text default '{}') returns void
    language plpgsql as $$
    begin
      execute format('alter table %I add column version integer not null default 1, add column created_at timestamptz not null default now(), add column updated_at timestamptz not null default now()', table_name);
      execute format('create trigger touch before update on %I for each row execute function touch_row(%L)', table_name, hidden);
      execute format('create trigger history_insert after insert on %I referencing new table as new_rows for each statement execute function record_history(%L, %L, %L)', table_name, record_type, key_column, hidden);
      execute format('create trigger history_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function record_history(%L, %L, %L)', table_name, record_type, key_column, hidden);
      execute format('create trigger history_delete after delete on %I referencing old table as old_rows for each statement execute function record_history(%L, %L, %L)', table_name, record_type, key_column, hidden);
    end $$
  `.execute(db)
}
