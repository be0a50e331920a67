import { type Kysely, sql } from 'kysely'

/**
 * What is masked says so with one word that stands in the function: whoever may call it can hide what was, and write
 * nothing else into the history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function mask_history(bigint[], text[], text)`.execute(db)
  // The values of these entries, before and after, but for columns that say nothing about a person.
  await sql`
    create function mask_history(entries bigint[], kept text[]) returns void language sql
    security definer set search_path = pg_catalog, public, pg_temp set noordkaap.masking = 'on' as $$
      update public.history set changes = (
        select jsonb_object_agg(key, case
          when key = any(kept) then value
          when jsonb_typeof(value) = 'array' then jsonb_build_array(
            case when value -> 0 = 'null' then 'null'::jsonb else '"(verwijderd)"' end,
            case when value -> 1 = 'null' then 'null'::jsonb else '"(verwijderd)"' end)
          else '"(verwijderd)"' end)
        from jsonb_each(changes))
      where id = any(entries) and changes <> '{}'
    $$
  `.execute(db)
  await sql`revoke execute on function mask_history from public`.execute(db)
}
