import { type SqlBool, sql } from 'kysely'
import { MASKED } from '../database/history.ts'
import { formatDateTime } from '../format/format.ts'
import type { PersonDataSource, RetentionKind } from '../manifest.ts'

/** Mails about the person, or to an address that the person has now. */
const mailsOf = (contactId: number) => sql<SqlBool>`(
  (mails.record_type = 'contact' and mails.record_id = ${contactId})
  or mails.recipient in (
    select c.email::text from contacts c where c.id = ${contactId} and c.email is not null
    union select u.email::text from users u where u.contact_id = ${contactId}))`

/** What was mailed to a person. */
export const mailData: PersonDataSource = {
  key: 'mails',
  label: 'E-mails aan u',
  collect: async ({ db }, contactId) => {
    const mails = await db.selectFrom('mails').selectAll().where(mailsOf(contactId)).orderBy('id').execute()
    return mails.map((mail) => ({
      Datum: formatDateTime(mail.created_at),
      Aan: mail.recipient,
      Onderwerp: mail.subject,
      Tekst: mail.text_body,
    }))
  },
  plan: async (db, contactId) => {
    const { count } = await db
      .selectFrom('mails')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(mailsOf(contactId))
      .executeTakeFirstOrThrow()
    return {
      emptied: count === 0 ? [] : [`adres en tekst van ${count} ${count === 1 ? 'e-mail' : 'e-mails'}`],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx
      .updateTable('mails')
      .set({ recipient: MASKED, text_body: MASKED, html_body: null, error: null })
      .where(mailsOf(contactId))
      .execute()
  },
}

const sentBefore = (before: Date) =>
  sql<SqlBool>`mails.created_at < ${before} and mails.state in ('sent', 'refused', 'uncertain')`

export const mailRetention: RetentionKind = {
  key: 'mails',
  label: 'Verzonden e-mails',
  basis: 'Na verzending wordt de e-mail verwijderd.',
  months: 12,
  count: async (db, before) => {
    const { count } = await db
      .selectFrom('mails')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(sentBefore(before))
      .executeTakeFirstOrThrow()
    return count
  },
  remove: async (trx, before) => {
    const gone = await trx.deleteFrom('mails').where(sentBefore(before)).executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}
