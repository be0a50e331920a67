import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { beside, type SearchSource } from '../../../platform/search/search.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'
import { statusOf } from './invoices.queries.ts'
import { type InvoiceStatus, STATUSES } from './invoices.rules.ts'

/** 'F2026-0012' of what somebody began to type of it; null for what is no number of an invoice. */
const numberOf = (typed: string): string | null => (/^f\d{1,4}(-\d*)?$/i.test(typed) ? typed.toUpperCase() : null)
const uid = sql<string>`invoices.uid`

/** Invoices by their number and by what the customer calls them, and beside it who that is. */
export const invoiceSearch: SearchSource = {
  type: 'Invoice',
  record: 'invoice',
  label: 'Facturen',
  icon: 'receipt-euro',
  open: '/administration/invoice/view/{id}',
  name: saleLabelSql('invoices'),
  begins: [{ field: 'uid', value: uid, name: uid, then: [], part: numberOf }],
  words: {
    field: 'uid',
    value: sql<string>`coalesce(invoices.uid, 'Concept')`,
    text: sql<string>`invoices.search_text`,
  },
  beside: () =>
    beside(
      sql<{ customer: string | null; day: string; status: InvoiceStatus }>`jsonb_build_object(
        'customer', (select companies.name from companies where companies.id = invoices.company_id),
        'day', invoices.invoice_date, 'status', ${statusOf})`,
      ({ customer, day, status }) => ({
        text: [customer, formatDate(day)].filter(Boolean).join(' · '),
        status: STATUSES[status],
      }),
    ),
}
