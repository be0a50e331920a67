import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { beside, type SearchSource } from '../../../platform/search/search.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'
import { statusOf } from './quotations.queries.ts'
import { type QuotationStatus, STATUSES } from './quotations.rules.ts'

/** 'OF2026-0012' of what somebody began to type of it; null for what is no number of a quotation. */
const numberOf = (typed: string): string | null => (/^of\d{1,4}(-\d*)?$/i.test(typed) ? typed.toUpperCase() : null)
const uid = sql<string>`quotations.uid`

/** Quotations by their number and by what the customer calls them, and beside it who that is. */
export const quotationSearch: SearchSource = {
  type: 'Quotation',
  record: 'quotation',
  label: 'Offertes',
  icon: 'file-text',
  open: '/administration/quotation/view/{id}',
  name: saleLabelSql('quotations'),
  begins: [{ field: 'uid', value: uid, name: uid, then: [], part: numberOf }],
  words: { field: 'uid', value: uid, text: sql<string>`quotations.search_text` },
  beside: () =>
    beside(
      sql<{ customer: string | null; day: string; status: QuotationStatus }>`jsonb_build_object(
        'customer', (select companies.name from companies where companies.id = quotations.company_id),
        'day', quotations.quotation_date, 'status', ${statusOf})`,
      ({ customer, day, status }) => ({
        text: [customer, formatDate(day)].filter(Boolean).join(' · '),
        status: STATUSES[status],
      }),
    ),
}
