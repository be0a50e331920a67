import { type Kysely, sql } from 'kysely'

/**
 * Indexes for the page over everybody's history, and the one change that history knows: values of a person who is
 * anonymised are masked. When, who, which record, which action and which fields stay as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index history_at`.execute(db)
  await sql`create index history_at on history (at desc, id desc)`.execute(db)
  await sql`create index history_actor on history (actor_id, at desc, id desc)`.execute(db)
  await sql`create index history_type on history (record_type, at desc, id desc)`.execute(db)
  await sql`
    create or replace function history_is_append_only() returns trigger language plpgsql as $$
    begin
      if current_setting('noordkaap.masking', true) is distinct from 'on'
        or to_jsonb(new) - 'changes' is distinct from to_jsonb(old) - 'changes'
        or array(select jsonb_object_keys(new.changes) order by 1)
           is distinct from array(select jsonb_object_keys(old.changes) order by 1) then
        raise exception 'history cannot be edited';
      end if;
      return new;
    end $$
  `.execute(db)
}
