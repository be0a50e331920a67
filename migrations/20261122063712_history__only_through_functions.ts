import { type Kysely, sql } from 'kysely'

/**
 * The application works as a role that may add to the history and read it, and nothing else. What it must be able to do
 * beyond that are these functions, which run with the rights of the owner of the tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The values of these entries, before and after, but for columns that say nothing about a person.
  await sql`
    create function mask_history(entries bigint[], kept text[], masked text) returns void language sql
    security definer set search_path = pg_catalog, public, pg_temp set noordkaap.masking = 'on' as $$
      update public.history set changes = (
        select jsonb_object_agg(key, case
          when key = any(kept) then value
          when jsonb_typeof(value) = 'array' then jsonb_build_array(
            case when value -> 0 = 'null' then 'null'::jsonb else to_jsonb(masked) end,
            case when value -> 1 = 'null' then 'null'::jsonb else to_jsonb(masked) end)
          else to_jsonb(masked) end)
        from jsonb_each(changes))
      where id = any(entries) and changes <> '{}'
    $$
  `.execute(db)
  // For putting a demo back to its story; the application may call it only where that is allowed.
  await sql`
    create function empty_tables(kept text[]) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      execute (
        select format('truncate %s restart identity', string_agg(format('public.%I', tablename), ', '))
        from pg_catalog.pg_tables
        where schemaname = 'public' and tablename <> all(kept) and tablename not like 'kysely\_%'
      );
    end $$
  `.execute(db)
  await sql`revoke execute on function mask_history, empty_tables from public`.execute(db)
}
