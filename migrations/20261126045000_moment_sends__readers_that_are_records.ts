import { type Kysely, sql } from 'kysely'

/**
 * Who is told at a moment is a contact, or below zero the record that the message is about, as with a quotation, whose
 * reader is found anew when it is sent. So what goes with a contact goes by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moment_sends
      drop constraint moment_sends_subject_id_fkey,
      drop constraint moment_sends_recipient_id_fkey
  `.execute(db)
  for (const column of ['subject_id', 'recipient_id'])
    await sql`comment on column ${sql.ref(`moment_sends.${column}`)} is 'names contacts'`.execute(db)
  await sql`
    create function forget_moment_sends() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      delete from moment_sends where subject_id = old.id or recipient_id = old.id;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger forget_moment_sends after delete on contacts for each row execute function forget_moment_sends()
  `.execute(db)
}
