import { type Kysely, sql } from 'kysely'

/** Of each table that hid columns from its history: why. */
const HIDDEN: Record<string, { derived?: string[]; secret?: string[]; unshown?: string[] }> = {
  users: { derived: ['last_login_at'], secret: ['password_hash'] },
  companies: { derived: ['search_text'] },
  contacts: { derived: ['search_text', 'identity_name'] },
  courses: { derived: ['search_text'] },
  appointments: { derived: ['enrolled_count', 'reserved_count'] },
  certificates: { secret: ['token'], unshown: ['snapshot', 'file_key', 'file_sha256'] },
  presence_signatures: { unshown: ['storage_key'] },
  retention_terms: { derived: ['last_run_at', 'last_count'] },
  // What a merge keeps for taking it back is read by that alone.
  merges: { secret: ['before'] },
  mail_accounts: { derived: ['expires_at'], secret: ['refresh_token', 'access_token'] },
  api_clients: { derived: ['last_used_at'], secret: ['secret_hash'] },
}

/**
 * A table says of each column that its history does not show whether it is derived (nobody wrote it), secret (kept
 * nowhere) or merely not shown. The last kind, and when a deleted row was made, go into a table of their own, so that a
 * change can be taken back within a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unshown_changes (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      change_set bigint not null,
      table_name text not null,
      row_id bigint not null,
      action text not null,
      changes jsonb not null
    )
  `.execute(db)
  await sql`create index unshown_changes_set on unshown_changes (change_set)`.execute(db)
  await sql`create index unshown_changes_at on unshown_changes (at)`.execute(db)

  await recordUnshown(db)
  await trackTables(db)
  await forgetSets(db)

  const { rows } = await sql<{ table: string; type: string; key: string; hidden: string[] }>`
    select c.relname as table, a[1] as type, a[2] as key, coalesce(nullif(a[3], ''), '{}')::text[] as hidden
    from pg_trigger t join pg_class c on c.oid = t.tgrelid,
      lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as a) arguments
    where t.tgname = 'history_insert'
  `.execute(db)
  for (const { table, type, key, hidden } of rows) {
    const { derived = [], secret = [], unshown = [] } = HIDDEN[table] ?? {}
    const kinds = [...derived, ...secret, ...unshown]
    if (kinds.toSorted().join() !== hidden.toSorted().join())
      throw new Error(`which columns of ${table} are derived, secret or not shown? ${hidden.join()}`)
    await sql`select history_triggers(${table}, ${type}, ${key}, ${derived}, ${secret}, ${unshown})`.execute(db)
  }
  // Which file it was is told by the document or the message that it belongs to.
  await sql`select track_unshown('stored_files')`.execute(db)
}

async function recordUnshown(db: Kysely<unknown>): Promise<void> {
  // Arguments: the columns to keep, all when empty. The application adds nothing to this table but by changing rows.
  await sql`
    create function record_unshown() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      set_id bigint := public.change_set();
      kept text[] := nullif(tg_argv[0], '')::text[];
    begin
      if tg_op = 'INSERT' then
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, n.id, 'insert', c.changes
        from new_rows n cross join lateral (
          select jsonb_object_agg(key, jsonb_build_array(null, value)) as changes from jsonb_each(to_jsonb(n))
          where value <> 'null' and key <> 'id' and (kept is null or key = any(kept))
        ) c where c.changes is not null;
      elsif tg_op = 'DELETE' then
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, o.id, 'delete', c.changes
        from old_rows o cross join lateral (
          select jsonb_object_agg(key, jsonb_build_array(value, null)) as changes from jsonb_each(to_jsonb(o))
          where value <> 'null' and key <> 'id' and (kept is null or key = any(kept))
        ) c where c.changes is not null;
      else
        insert into public.unshown_changes (change_set, table_name, row_id, action, changes)
        select set_id, tg_table_name, n.id, 'update', c.changes
        from new_rows n join old_rows o on o.id = n.id cross join lateral (
          select jsonb_object_agg(f.key, jsonb_build_array(to_jsonb(o) -> f.key, f.value)) as changes
          from jsonb_each(to_jsonb(n)) f
          where (kept is null or f.key = any(kept)) and f.value is distinct from to_jsonb(o) -> f.key
        ) c where c.changes is not null;
      end if;
      return null;
    end $$
  `.execute(db)
  // For a table that has no history of its own but can be put back: select track_unshown('stored_files').
  await sql`
    create function track_unshown(table_name text, kept text default '') returns void language plpgsql as $$
    begin
      execute format('create trigger unshown_insert after insert on %I referencing new table as new_rows for each statement execute function record_unshown(%L)', table_name, kept);
      execute format('create trigger unshown_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function record_unshown(%L)', table_name, kept);
      execute format('create trigger unshown_delete after delete on %I referencing old table as old_rows for each statement execute function record_unshown(%L)', table_name, kept);
    end $$
  `.execute(db)
}

async function trackTables(db: Kysely<unknown>): Promise<void> {
  // Says anew which columns the history of a table shows: those that are of none of the three kinds.
  await sql`
    create function history_triggers(table_name text, record_type text, key_column text, derived text[], secret text[], unshown text[])
    returns void language plpgsql as $$
    declare
      hidden text := (derived || secret || unshown)::text;
      trigger_name text;
    begin
      foreach trigger_name in array '{touch,history_insert,history_update,history_delete,unshown_insert,unshown_update,unshown_delete}'::text[] loop
        execute format('drop trigger if exists %I on %I', trigger_name, table_name);
      end loop;
      execute format('create trigger touch before update on %I for each row execute function touch_row(%L)', table_name, hidden);
      execute format('create trigger history_insert after insert on %I referencing new table as new_rows for each statement execute function record_history(%L, %L, %L, %L, %L)', table_name, record_type, key_column, hidden, secret, unshown);
      execute format('create trigger history_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function record_history(%L, %L, %L, %L, %L)', table_name, record_type, key_column, hidden, secret, unshown);
      execute format('create trigger history_delete after delete on %I referencing old table as old_rows for each statement execute function record_history(%L, %L, %L, %L, %L)', table_name, record_type, key_column, hidden, secret, unshown);
      if cardinality(unshown) > 0 then
        perform track_unshown(table_name, (unshown || 'created_at'::text)::text);
      else
        execute format('create trigger unshown_delete after delete on %I referencing old table as old_rows for each statement execute function record_unshown(%L)', table_name, '{created_at}');
      end if;
    end $$
  `.execute(db)
  // Gives a business table its version, timestamps and history: select track('contacts', 'contact', 'id', derived => '{search_text}').
  await sql`drop function track(text, text, text, text)`.execute(db)
  await sql`
    create function track(table_name text, record_type text, key_column text default 'id',
      derived text[] default '{}', secret text[] default '{}', unshown text[] default '{}') returns void
    language plpgsql as $$
    begin
      execute format('alter table %I add column version integer not null default 1, add column created_at timestamptz not null default now(), add column updated_at timestamptz not null default now()', table_name);
      perform history_triggers(table_name, record_type, key_column, derived, secret, unshown);
    end $$
  `.execute(db)
}

async function forgetSets(db: Kysely<unknown>): Promise<void> {
  // Nothing of these sets can be put back any more.
  await sql`
    create function close_change_sets(sets bigint[]) returns void language sql
    security definer set search_path = pg_catalog, public, pg_temp as $$
      delete from public.unshown_changes where change_set = any(sets)
    $$
  `.execute(db)
  await sql`
    create function forget_unshown_changes() returns bigint language sql
    security definer set search_path = pg_catalog, public, pg_temp as $$
      with gone as (delete from public.unshown_changes where at < now() - interval '1 day' returning 1)
      select count(*) from gone
    $$
  `.execute(db)
  // Whose values are masked is not to come back either.
  await sql`
    create or replace function mask_history(entries bigint[], kept text[]) returns void language sql
    security definer set search_path = pg_catalog, public, pg_temp set noordkaap.masking = 'on' as $$
      with masked as (
        update public.history set changes = (
          select jsonb_object_agg(key, case
            when key = any(kept) then value
            when jsonb_typeof(value) = 'array' then jsonb_build_array(
              case when value -> 0 = 'null' then 'null'::jsonb else '"(verwijderd)"' end,
              case when value -> 1 = 'null' then 'null'::jsonb else '"(verwijderd)"' end)
            else '"(verwijderd)"' end)
          from jsonb_each(changes))
        where id = any(entries) and changes <> '{}' returning change_set)
      select public.close_change_sets(array(select distinct change_set from masked where change_set is not null))
    $$
  `.execute(db)
  await sql`revoke execute on function close_change_sets, forget_unshown_changes from public`.execute(db)
}
