import { type Kysely, sql } from 'kysely'

/**
 * The image of a signature goes with its row, whatever made that go: a new signature, the student leaving the part,
 * anonymising or a term that ended. The job looks whether another row has the same image.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index presence_signatures_file on presence_signatures (storage_key)`.execute(db)
  await sql`create index presence_signatures_contact on presence_signatures (contact_id)`.execute(db)
  await sql`
    create function forget_signature() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('signature.forget', json_build_object('key', old.storage_key));
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger signature_removed after delete on presence_signatures
    for each row execute function forget_signature()
  `.execute(db)
  await sql`
    create trigger signature_replaced after update of storage_key on presence_signatures
    for each row when (old.storage_key <> new.storage_key) execute function forget_signature()
  `.execute(db)
}
