import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { MASKED, everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'

/** Columns of a mailing that say nothing about the person; its history is told with the planning. */
const KEPT_COLUMNS = ['group_id', 'contact_id', 'certificate_ids', 'mail_id']
const ofMailings = sql<boolean>`changes ?| array['recipient', 'text_body']`

const mailingsOf = (db: Db | Trx, contactId: number) =>
  db.selectFrom('certificate_mailings').where('contact_id', '=', contactId)

/** Certificates that were mailed to a person; the words of the mail are told by the mail, as long as there is one. */
export const certificateMailData: PersonDataSource = {
  key: 'certificate_mailings',
  label: 'Certificaten die u per e-mail kreeg',
  collect: async ({ db }, contactId) => {
    const rows = await mailingsOf(db, contactId)
      .selectAll()
      .select(
        sql<string | null>`(select string_agg(number, ', ' order by number) from certificates
          where id = any(certificate_ids))`.as('numbers'),
      )
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      Datum: formatDateTime(row.created_at),
      Certificaten: row.numbers,
      Aan: row.recipient,
      ...(row.mail_id === null ? { Onderwerp: row.subject, Tekst: row.text_body } : {}),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(mailingsOf(db, contactId))
    const what = formatCount(count, 'verzending', 'verzendingen')
    return { emptied: count === 0 ? [] : [`adres en tekst van ${what} van certificaten`], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    // What was not made into a mail yet never will be.
    await trx
      .deleteFrom('certificate_mailings')
      .where('contact_id', '=', contactId)
      .where('mail_id', 'is', null)
      .execute()
    await trx
      .updateTable('certificate_mailings')
      .set({ recipient: MASKED, subject: MASKED, text_body: MASKED })
      .where('contact_id', '=', contactId)
      .execute()
  },
  mask: async (trx, contactId) => {
    const planningIds = await everOf(trx, 'appointment_group', { contact_id: contactId })
    const ofPerson = sql<boolean>`(${ofMailings} and (changes @> ${JSON.stringify({ contact_id: [contactId] })}::jsonb
      or changes @> ${JSON.stringify({ recipient: [MASKED] })}::jsonb))`
    await maskHistory(trx, 'appointment_group', planningIds, KEPT_COLUMNS, ofPerson)
  },
}

const sentBefore = (before: Date) => sql<SqlBool>`certificate_mailings.created_at < ${before}`

export const certificateMailRetention: RetentionKind = {
  key: 'certificate_mailings',
  label: 'Verzendingen van certificaten',
  basis: 'Na verzending worden adres en tekst verwijderd, ook in de historie.',
  months: 12,
  count: (db, before) => countOf(db.selectFrom('certificate_mailings').where(sentBefore(before))),
  remove: async (trx, before) => {
    const gone = await trx.deleteFrom('certificate_mailings').where(sentBefore(before)).returning('group_id').execute()
    await maskHistory(
      trx,
      'appointment_group',
      [...new Set(gone.map(({ group_id }) => group_id))],
      KEPT_COLUMNS,
      sql<boolean>`(${ofMailings} and (at < ${before} or action = 'delete'))`,
    )
    return gone.length
  },
}
