import type { TestDatabase } from './database.ts'

/** What is written in passing, whatever was asked for: no sign that a call did its work. */
const PASSING = ['sessions', 'rate_limits', 'history', 'unshown_changes', 'lookup_cache', 'stored_files', 'imports', 'import_rows', 'import_sources'] // prettier-ignore

type Watched = Pick<TestDatabase, 'owner'>

/** From now on remembers every row that is added, changed or deleted, as it was and as it became. */
export async function watchRows({ owner: { pool } }: Watched): Promise<void> {
  await pool.query(`
    create table test_changes (
      id bigint generated always as identity primary key, table_name text not null, before jsonb, after jsonb);
    create table test_tables (table_name text primary key, columns text not null, key text not null);

    insert into test_tables
    select t.table_name,
      (select string_agg(quote_ident(column_name), ', ') from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.is_generated = 'NEVER'),
      (select string_agg(quote_ident(a.attname), ', ') from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = quote_ident(t.table_name)::regclass and i.indisprimary)
    from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and t.table_name not like 'test\\_%' and t.table_name not like 'kysely\\_%';

    create function test_note() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'TRUNCATE' then insert into test_changes (table_name) values (tg_table_name);
      elsif tg_op = 'INSERT' then insert into test_changes (table_name, after) values (tg_table_name, to_jsonb(new));
      elsif tg_op = 'DELETE' then insert into test_changes (table_name, before) values (tg_table_name, to_jsonb(old));
      else insert into test_changes (table_name, before, after) values (tg_table_name, to_jsonb(old), to_jsonb(new));
      end if;
      return null;
    end $$;

    do $$
    declare name text;
    begin
      for name in select table_name from test_tables loop
        execute format('create trigger test_note after insert or delete on %I for each row execute function test_note()', name);
        execute format('create trigger test_note_update after update on %I for each row when (to_jsonb(old) is distinct from to_jsonb(new)) execute function test_note()', name);
        execute format('create trigger test_note_truncate after truncate on %I execute function test_note()', name);
      end loop;
    end $$;

    create function test_undo() returns boolean language plpgsql as $$
    declare change record;
    begin
      if exists (select from test_changes where before is null and after is null) then return false; end if;
      set local session_replication_role = replica;
      for change in select * from test_changes join test_tables using (table_name) order by id desc loop
        if change.after is not null then
          execute format('delete from %1$I where (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1))', change.table_name, change.key)
            using change.after;
        end if;
        if change.before is not null then
          execute format('insert into %1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::%1$I, $1)', change.table_name, change.columns)
            using change.before;
        end if;
      end loop;
      delete from test_changes;
      return true;
    end $$`)
}

/** How many rows were changed since they were watched or put back, of what is not written in passing. */
export async function rowsChanged({ owner: { pool } }: Watched): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from test_changes where table_name <> all ($1)',
    [PASSING],
  )
  return rows[0]!.count
}

/** Puts all rows back as they were when they were watched; false where a whole table was emptied. */
export async function undoChanges({ owner: { pool } }: Watched): Promise<boolean> {
  const { rows } = await pool.query<{ undone: boolean }>('select test_undo() as undone')
  return rows[0]!.undone
}

/** What is kept by the database whenever a row is written, and tables that only tell what was done. */
const KEPT_ALONG = ['version', 'updated_at']
const TELLING = [
  ...PASSING.filter((name) => name !== 'stored_files'),
  'undoable_sets',
  'once_answers',
  'mailings',
  'waiting_turns',
  // A link leads nowhere while its quotation is a concept, and is the same when that is sent again.
  'quotation_links',
  // Each code that a layout had stays, also that which was taken back.
  'layout_versions',
]

/** The rows that differ from when they were watched, with both states; nothing where all was taken back. */
export async function rowsThatDiffer({ owner: { pool } }: Watched): Promise<unknown[]> {
  const { rows } = await pool.query<{ table_name: string; before: unknown; after: unknown }>(
    `with steps as (
      select c.id, c.table_name, c.before - $1::text[] as before, c.after - $1::text[] as after,
        c.table_name || (select jsonb_agg(coalesce(c.before, c.after) -> trim(both ' "' from k))::text
          from unnest(string_to_array(t.key, ',')) k) as row
      from test_changes c join test_tables t using (table_name) where c.table_name <> all ($2)
    ), ends as (
      select distinct row, table_name, first_value(before) over w as before, last_value(after) over w as after
      from steps window w as (partition by row order by id rows between unbounded preceding and unbounded following)
    )
    select table_name, before, after from ends where before is distinct from after`,
    [KEPT_ALONG, TELLING],
  )
  return rows
}
