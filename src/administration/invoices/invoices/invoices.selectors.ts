import { sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'

/** Invoices, the last ones first. */
export const invoiceSelector = selector({
  type: 'invoice',
  record: 'invoice',
  table: 'invoices',
  query: (db) => db.selectFrom('invoices').select(['invoices.id', saleLabelSql('invoices').as('label')]),
  searched: { text: sql<string>`invoices.search_text`, table: 'invoices' },
  sort: [sql`invoices.invoice_date desc`, sql`invoices.id desc`],
})
