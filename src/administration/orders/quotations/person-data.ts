import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { quotationFields } from './quotations.fields.ts'
import { listQuotations } from './quotations.queries.ts'
import { STATUSES } from './quotations.rules.ts'

const quotationsOf = (db: Db | Trx, contactId: number) =>
  listQuotations(db)
    .select([
      'quotations.street',
      'quotations.street_no',
      'quotations.street_no_adding',
      'quotations.postal_code',
      'quotations.city',
      'quotations.accepted_name',
      'quotations.decline_reason',
    ])
    .where('quotations.contact_id', '=', contactId)
    .orderBy('quotations.quotation_date')
    .orderBy('quotations.id')

const EMPTY = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null } as const

/** What somebody was offered, and what they said to it. */
export const quotationData: PersonDataSource = {
  key: 'quotations',
  label: 'Uw offertes',
  collect: async ({ db }, contactId) =>
    (await quotationsOf(db, contactId).execute()).map((quotation) => ({
      Nummer: quotation.uid,
      [quotationFields.quotation_date.label]: formatDate(quotation.quotation_date),
      [quotationFields.reference.label]: quotation.reference,
      Adres: [streetLine(quotation), cityLine(quotation)].filter(Boolean).join(', '),
      Totaal: formatMoney(quotation.total),
      Status: STATUSES[quotation.status].label,
      [quotationFields.accepted_name.label]: quotation.accepted_name,
      [quotationFields.decline_reason.label]: quotation.decline_reason,
    })),
  plan: async (db, contactId) => {
    const rows = await quotationsOf(db, contactId).execute()
    const own = rows.filter(({ company_id }) => company_id === null).length
    const said = rows.filter(({ accepted_name, decline_reason }) => accepted_name ?? decline_reason).length
    return {
      emptied: [
        ...(own === 0 ? [] : [formatCount(own, 'adres bij een offerte', 'adressen bij offertes')]),
        ...(said === 0 ? [] : [formatCount(said, 'antwoord op een offerte', 'antwoorden op offertes')]),
      ],
      kept:
        rows.length === 0
          ? []
          : [{ what: `${formatCount(rows.length, 'offerte', 'offertes')}, zonder naam en adres`, why: 'de fiscale bewaarplicht van zeven jaar' }], // prettier-ignore
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx
      .updateTable('quotations')
      .set({ accepted_name: null, decline_reason: null })
      .where('contact_id', '=', contactId)
      .execute()
    await trx
      .updateTable('quotations')
      .set(EMPTY)
      .where('contact_id', '=', contactId)
      .where('company_id', 'is', null)
      .execute()
  },
  mask: async (trx, contactId) => {
    const ids = await everOf(trx, 'quotation', { contact_id: contactId })
    await maskHistory(trx, 'quotation', ids, impersonal(quotationFields))
  },
}
