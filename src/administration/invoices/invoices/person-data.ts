import { sql } from 'kysely'
import { addressLine, NO_PLACE, placeColumns } from '../../../platform/fields/address.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { FISCAL, isOwnOf, type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { invoiceFields } from './invoices.fields.ts'
import { MARKS } from './labels.ts'
import { listInvoices } from './invoices.queries.ts'
import { STATUSES } from './invoices.rules.ts'

/** What was written when an invoice of a person was disputed, written off or told otherwise; the first first. */
const writtenOf = sql<{ kind: string; note: string }[]>`(
  select coalesce(json_agg(json_build_object('kind', m.kind, 'note', m.note) order by m.marked_at, m.id), '[]')
  from invoice_marks m where m.invoice_id = invoices.id and m.note is not null and invoices.company_id is null)`

/** What somebody has to pay or paid. A definitive invoice stays as it was printed for as long as the law wants it kept. */
export const invoiceData: PersonDataSource = {
  ...personRows({
    key: 'invoices',
    label: 'Uw facturen',
    rows: (db, contactId) =>
      listInvoices(db)
        .select([...placeColumns('invoices'), writtenOf.as('written')])
        .where('invoices.contact_id', '=', contactId)
        .orderBy('invoices.invoice_date')
        .orderBy('invoices.id'),
    show: (invoice) => ({
      Nummer: invoice.uid ?? 'Nog geen nummer',
      [invoiceFields.invoice_date.label]: formatDate(invoice.invoice_date),
      [invoiceFields.reference.label]: invoice.reference,
      Adres: addressLine(invoice),
      Totaal: formatMoney(invoice.total),
      Status: STATUSES[invoice.status].label,
      Toelichting: invoice.written.map(({ kind, note }) => `${MARKS[kind]}: ${note}`).join('; ') || null,
    }),
    empties: [
      {
        what: ['adres bij een concept', 'adressen bij concepten van facturen'],
        of: ({ uid, company_id }) => uid === null && company_id === null,
      },
    ],
    keeps: [{ what: ['factuur', 'facturen'], of: ({ uid }) => uid !== null, why: FISCAL }],
    history: { invoice: invoiceFields },
  }),
  anonymise: async (trx, contactId) => {
    await trx.updateTable('invoices').set(NO_PLACE).where(isOwnOf(contactId)).where('definitive_at', 'is', null).execute() // prettier-ignore
  },
}
