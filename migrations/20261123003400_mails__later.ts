import { type Kysely, sql } from 'kysely'

/** Messages that leave at a time of one's choice, and under the name that their writer chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailings add column send_at timestamptz`.execute(db)
  await sql`alter table mails add column sender_name text`.execute(db)
  await sql`alter table mails drop constraint mails_state_check`.execute(db)
  await sql`
    alter table mails add constraint mails_state_check
      check (state in ('scheduled', 'queued', 'sending', 'sent', 'kept', 'refused', 'uncertain', 'bounced'))
  `.execute(db)
}
