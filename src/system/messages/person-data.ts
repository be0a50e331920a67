import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import { MASKED } from '../../platform/database/history.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { dropMailingFiles } from '../../platform/mail/attachments.ts'
import { type PersonDataSource, personRows, type RetentionKind } from '../privacy/points.ts'
import { messageFields } from './messages.fields.ts'

/** Messages to many that a person wrote; what a person got is told by the mails themselves. */
export const mailingData: PersonDataSource = {
  ...personRows({
    key: 'mailings',
    label: 'Berichten die u verstuurde',
    rows: (db, contactId) =>
      db
        .selectFrom('mailings')
        .innerJoin('users', 'users.id', 'mailings.sender_id')
        .select(['mailings.created_at', 'mailings.subject', 'mailings.sender_name', 'mailings.sender_email'])
        .where('users.contact_id', '=', contactId)
        .orderBy('mailings.id'),
    show: (mailing) => ({
      Datum: formatDateTime(mailing.created_at),
      [messageFields.subject.label]: mailing.subject,
      Afzender: `${mailing.sender_name} <${mailing.sender_email}>`,
    }),
    empties: [
      { what: (count) => `de afzender van ${formatCount(count, 'verstuurd bericht', 'verstuurde berichten')}` },
    ],
  }),
  anonymise: async (trx, contactId) => {
    const accounts = trx.selectFrom('users').select('id').where('contact_id', '=', contactId)
    const nobody = { sender_name: MASKED, sender_email: MASKED }
    await trx.updateTable('mailings').set(nobody).where('sender_id', 'in', accounts).execute()
  },
}

const withoutMails = (before: Date) => sql<SqlBool>`(mailings.created_at < ${before}
  and not exists (select 1 from mails where mails.mailing_id = mailings.id))`

/** The text that was written once for all; it goes when the last mail that was made of it is gone. */
export const mailingRetention: RetentionKind = {
  key: 'mailings',
  label: 'Teksten van verzonden berichten',
  basis: 'Na verzending wordt de tekst met de bijlagen verwijderd, zodra de e-mails ervan verwijderd zijn.',
  months: 12,
  count: (db, before) => countOf(db.selectFrom('mailings').where(withoutMails(before))),
  remove: async (trx, before, services) => {
    const gone = await trx.selectFrom('mailings').select('id').where(withoutMails(before)).forUpdate().execute()
    const ids = gone.map(({ id }) => id)
    await dropMailingFiles(trx, services, ids)
    await trx
      .deleteFrom('mailings')
      .where(sql<SqlBool>`id = any(${ids}::integer[])`)
      .execute()
    return ids.length
  },
}
