import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'
import { questionFields } from './answers.fields.ts'

const signingsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('quotation_signings as s')
    .innerJoin('quotations', 'quotations.id', 's.quotation_id')
    .where('quotations.contact_id', '=', contactId)
const questionsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('quotation_questions as q')
    .innerJoin('quotations', 'quotations.id', 'q.quotation_id')
    .where('quotations.contact_id', '=', contactId)

/** What somebody signed and asked behind the link of a quotation. */
export const answerData: PersonDataSource = {
  key: 'quotation-answers',
  label: 'Uw antwoorden en vragen bij offertes',
  collect: async ({ db }, contactId) => {
    const signings = await signingsOf(db, contactId).select(['s.signed_at', 's.name', 's.address', 'quotations.uid']).orderBy('s.id').execute() // prettier-ignore
    const questions = await questionsOf(db, contactId).select(['q.created_at', 'q.name', 'q.question', 'q.answer', 'quotations.uid']).orderBy('q.id').execute() // prettier-ignore
    return [
      ...signings.map((row) => ({
        Wat: 'Akkoord',
        Offerte: row.uid,
        Wanneer: formatDateTime(row.signed_at),
        Naam: row.name,
        'IP-adres': row.address,
      })),
      ...questions.map((row) => ({
        Wat: 'Vraag',
        Offerte: row.uid,
        Wanneer: formatDateTime(row.created_at),
        Naam: row.name,
        [questionFields.question.label]: row.question,
        [questionFields.answer.label]: row.answer,
      })),
    ]
  },
  plan: async (db, contactId) => {
    const signed = await countOf(signingsOf(db, contactId).select('s.id'))
    const asked = await countOf(questionsOf(db, contactId).select('q.id'))
    return {
      emptied: [
        ...(signed === 0 ? [] : [formatCount(signed, 'handtekening onder een offerte', 'handtekeningen onder offertes')]), // prettier-ignore
        ...(asked === 0 ? [] : [formatCount(asked, 'vraag over een offerte', 'vragen over offertes')]),
      ],
      kept:
        signed === 0
          ? []
          : [{ what: formatCount(signed, 'getekende offerte (pdf)', 'getekende offertes (pdf)'), why: 'de fiscale bewaarplicht van zeven jaar' }], // prettier-ignore
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    const of = (eb: { selectFrom: Trx['selectFrom'] }) =>
      eb.selectFrom('quotations').select('id').where('contact_id', '=', contactId)
    await trx
      .updateTable('quotation_signings')
      .set({ name: null, address: null, signature: null })
      .where('quotation_id', 'in', of(trx))
      .execute()
    await trx.deleteFrom('quotation_questions').where('quotation_id', 'in', of(trx)).execute()
  },
  mask: async (trx, contactId) => {
    const quotations = await everOf(trx, 'quotation', { contact_id: contactId })
    for (const quotation_id of quotations)
      await maskHistory(
        trx,
        'quotation-question',
        await everOf(trx, 'quotation-question', { quotation_id }),
        impersonal(questionFields),
      )
  },
}

const signedBefore = (db: Db | Trx, before: Date) =>
  db.selectFrom('quotation_signings').select('id').where('signed_at', '<', before)
const askedBefore = (db: Db | Trx, before: Date) =>
  db.selectFrom('quotation_questions').select('id').where('created_at', '<', before)

/** The proof of an agreement is kept as long as the books are. */
export const signingRetention: RetentionKind = {
  key: 'quotation-signings',
  label: 'Getekende offertes',
  basis: 'Na het tekenen worden de getekende offerte, de naam, de handtekening en het IP-adres verwijderd.',
  months: 84,
  least: 84,
  count: (db, before) => countOf(signedBefore(db, before)),
  remove: async (trx, before) =>
    Number((await trx.deleteFrom('quotation_signings').where('id', 'in', signedBefore(trx, before)).executeTakeFirst()).numDeletedRows), // prettier-ignore
}

export const questionRetention: RetentionKind = {
  key: 'quotation-questions',
  label: 'Vragen over offertes',
  basis: 'Na de vraag worden vraag en antwoord verwijderd.',
  months: 24,
  count: (db, before) => countOf(askedBefore(db, before)),
  remove: async (trx, before) =>
    Number((await trx.deleteFrom('quotation_questions').where('id', 'in', askedBefore(trx, before)).executeTakeFirst()).numDeletedRows), // prettier-ignore
}
