import { sql } from 'kysely'
import { everOf } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import {
  FISCAL,
  maskEver,
  olderRows,
  type PersonDataSource,
  personRows,
  type RetentionKind,
} from '../../../system/privacy/points.ts'
import { questionFields } from './answers.fields.ts'

const signingsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('quotation_signings as s')
    .innerJoin('quotations', 'quotations.id', 's.quotation_id')
    .select(['s.signed_at', 's.name', 's.address', 'quotations.uid'])
    .where('quotations.contact_id', '=', contactId)
    .orderBy('s.id')
    .execute()
const questionsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('quotation_questions as q')
    .innerJoin('quotations', 'quotations.id', 'q.quotation_id')
    .select(['q.created_at', 'q.name', 'q.question', 'q.answer', 'quotations.uid'])
    .where('quotations.contact_id', '=', contactId)
    .orderBy('q.id')
    .execute()

/** What somebody signed and asked behind the link of a quotation. */
export const answerData: PersonDataSource = {
  ...personRows({
    key: 'quotation-answers',
    label: 'Uw antwoorden en vragen bij offertes',
    rows: async (db, contactId) => [
      ...(await signingsOf(db, contactId)).map((row) => ({
        Wat: 'Akkoord',
        Offerte: row.uid,
        Wanneer: formatDateTime(row.signed_at),
        Naam: row.name,
        'IP-adres': row.address,
      })),
      ...(await questionsOf(db, contactId)).map((row) => ({
        Wat: 'Vraag',
        Offerte: row.uid,
        Wanneer: formatDateTime(row.created_at),
        Naam: row.name,
        [questionFields.question.label]: row.question,
        [questionFields.answer.label]: row.answer,
      })),
    ],
    show: (row) => row,
    empties: [
      { what: ['handtekening onder een offerte', 'handtekeningen onder offertes'], of: ({ Wat }) => Wat === 'Akkoord' },
      { what: ['vraag over een offerte', 'vragen over offertes'], of: ({ Wat }) => Wat === 'Vraag' },
    ],
    keeps: [
      {
        what: ['getekende offerte (pdf)', 'getekende offertes (pdf)'],
        of: ({ Wat }) => Wat === 'Akkoord',
        why: FISCAL,
      },
    ],
  }),
  anonymise: async (trx, contactId) => {
    const of = trx.selectFrom('quotations').select('id').where('contact_id', '=', contactId)
    const nobody = { name: null, address: null, signature: null }
    await trx.updateTable('quotation_signings').set(nobody).where('quotation_id', 'in', of).execute()
    await trx.deleteFrom('quotation_questions').where('quotation_id', 'in', of).execute()
  },
  mask: async (trx, contactId) => {
    for (const quotation_id of await everOf(trx, 'quotation', { contact_id: contactId }))
      await maskEver(trx, 'quotation-question', { quotation_id }, questionFields)
  },
}

/** The proof of an agreement is kept as long as the books are. */
export const signingRetention: RetentionKind = {
  key: 'quotation-signings',
  label: 'Getekende offertes',
  basis: 'Na het tekenen worden de getekende offerte, de naam, de handtekening en het IP-adres verwijderd.',
  months: 84,
  least: 84,
  ...olderRows('quotation_signings', (before) => sql`signed_at < ${before}`),
}

export const questionRetention: RetentionKind = {
  key: 'quotation-questions',
  label: 'Vragen over offertes',
  basis: 'Na de vraag worden vraag en antwoord verwijderd.',
  months: 24,
  ...olderRows('quotation_questions', (before) => sql`created_at < ${before}`),
}
