import { addressLine, NO_PLACE, placeColumns } from '../../../platform/fields/address.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { FISCAL, isOwnOf, type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { quotationFields } from './quotations.fields.ts'
import { listQuotations } from './quotations.queries.ts'
import { STATUSES } from './quotations.rules.ts'

/** What somebody was offered, and what they said to it. */
export const quotationData: PersonDataSource = {
  ...personRows({
    key: 'quotations',
    label: 'Uw offertes',
    rows: (db, contactId) =>
      listQuotations(db)
        .select([...placeColumns('quotations'), 'quotations.accepted_name', 'quotations.decline_reason'])
        .where('quotations.contact_id', '=', contactId)
        .orderBy('quotations.quotation_date')
        .orderBy('quotations.id'),
    show: (quotation) => ({
      Nummer: quotation.uid,
      [quotationFields.quotation_date.label]: formatDate(quotation.quotation_date),
      [quotationFields.reference.label]: quotation.reference,
      Adres: addressLine(quotation),
      Totaal: formatMoney(quotation.total),
      Status: STATUSES[quotation.status].label,
      [quotationFields.accepted_name.label]: quotation.accepted_name,
      [quotationFields.decline_reason.label]: quotation.decline_reason,
    }),
    empties: [
      { what: ['adres bij een offerte', 'adressen bij offertes'], of: ({ company_id }) => company_id === null },
      {
        what: ['antwoord op een offerte', 'antwoorden op offertes'],
        of: ({ accepted_name, decline_reason }) => Boolean(accepted_name ?? decline_reason),
      },
    ],
    keeps: [{ what: ['offerte, zonder naam en adres', 'offertes, zonder naam en adres'], why: FISCAL }],
    history: { quotation: quotationFields },
  }),
  anonymise: async (trx, contactId) => {
    const said = { accepted_name: null, decline_reason: null }
    await trx.updateTable('quotations').set(said).where('contact_id', '=', contactId).execute()
    await trx.updateTable('quotations').set(NO_PLACE).where(isOwnOf(contactId)).execute()
  },
}
