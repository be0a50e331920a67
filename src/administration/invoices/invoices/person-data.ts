import { sql } from 'kysely'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { invoiceFields } from './invoices.fields.ts'
import { MARKS } from './labels.ts'
import { listInvoices } from './invoices.queries.ts'
import { STATUSES } from './invoices.rules.ts'

const invoicesOf = (db: Db | Trx, contactId: number) =>
  listInvoices(db)
    .select([
      'invoices.street',
      'invoices.street_no',
      'invoices.street_no_adding',
      'invoices.postal_code',
      'invoices.city',
    ])
    .where('invoices.contact_id', '=', contactId)
    .orderBy('invoices.invoice_date')
    .orderBy('invoices.id')

/** What was written when an invoice of a person was disputed, written off or told otherwise; the first first. */
const writtenOf = sql<{ kind: string; note: string }[]>`(
  select coalesce(json_agg(json_build_object('kind', m.kind, 'note', m.note) order by m.marked_at, m.id), '[]')
  from invoice_marks m where m.invoice_id = invoices.id and m.note is not null and invoices.company_id is null)`

const EMPTY = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null } as const

/** What somebody has to pay or paid. A definitive invoice stays as it was printed for as long as the law wants it kept. */
export const invoiceData: PersonDataSource = {
  key: 'invoices',
  label: 'Uw facturen',
  collect: async ({ db }, contactId) =>
    (await invoicesOf(db, contactId).select(writtenOf.as('written')).execute()).map((invoice) => ({
      Nummer: invoice.uid ?? 'Nog geen nummer',
      [invoiceFields.invoice_date.label]: formatDate(invoice.invoice_date),
      [invoiceFields.reference.label]: invoice.reference,
      Adres: [streetLine(invoice), cityLine(invoice)].filter(Boolean).join(', '),
      Totaal: formatMoney(invoice.total),
      Status: STATUSES[invoice.status].label,
      Toelichting: invoice.written.map(({ kind, note }) => `${MARKS[kind]}: ${note}`).join('; ') || null,
    })),
  plan: async (db, contactId) => {
    const rows = await invoicesOf(db, contactId).execute()
    const concepts = rows.filter(({ uid, company_id }) => uid === null && company_id === null).length
    const kept = rows.filter(({ uid }) => uid !== null).length
    return {
      emptied:
        concepts === 0 ? [] : [formatCount(concepts, 'adres bij een concept', 'adressen bij concepten van facturen')],
      kept:
        kept === 0
          ? []
          : [{ what: formatCount(kept, 'factuur', 'facturen'), why: 'de fiscale bewaarplicht van zeven jaar' }],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx
      .updateTable('invoices')
      .set(EMPTY)
      .where('contact_id', '=', contactId)
      .where('company_id', 'is', null)
      .where('definitive_at', 'is', null)
      .execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(
      trx,
      'invoice',
      await everOf(trx, 'invoice', { contact_id: contactId }),
      impersonal(invoiceFields),
    )
  },
}
