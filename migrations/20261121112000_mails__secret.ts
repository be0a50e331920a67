import { type Kysely, sql } from 'kysely'

/**
 * The part of a mail's text that only its recipient may know, such as the token of a link to choose a password: the
 * outbox does not show it. It is cleared to '' once the mail has left; null for a mail that never had one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column secret text`.execute(db)
  await sql`
    update mails set secret = substring(text_body from '/(?:firstUse|reset)[?]token=([A-Za-z0-9_-]+)')
    where text_body ~ '/(firstUse|reset)[?]token='
  `.execute(db)
}
