import { type Kysely, sql } from 'kysely'

/** A mail for which there was no mail server has not been sent: it is kept, and says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mails
      drop constraint mails_state_check,
      add constraint mails_state_check
        check (state in ('queued', 'sending', 'sent', 'kept', 'refused', 'uncertain', 'bounced'))
  `.execute(db)
  await sql`
    update mails set state = 'kept', sent_at = null
    where state = 'sent' and error = 'Er is geen mailserver ingesteld; dit bericht is alleen hier bewaard.'
  `.execute(db)
}
