import { type Kysely, sql } from 'kysely'

/**
 * Of two signatures for the same part a merge of contacts keeps one; the image of the other stays for as long as the
 * merge can be undone, and goes with what the merge remembers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_merged_signatures() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or new.before is null then
        perform graphile_worker.add_job('signature.forget', json_build_object('key', touched -> 'before' ->> 'storage_key'))
        from jsonb_array_elements(old.before -> 'rows') touched
        where touched ->> 'table' = 'presence_signatures' and touched -> 'before' ? 'storage_key';
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger merged_signatures_forgotten after update of before or delete on merges
    for each row when (old.before is not null) execute function forget_merged_signatures()
  `.execute(db)
}
