import { sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { saleLabelSql } from '../../sales/sales/index.ts'

/** Quotations, the last ones first. */
export const quotationSelector = selector({
  type: 'quotation',
  record: 'quotation',
  table: 'quotations',
  query: (db) => db.selectFrom('quotations').select(['quotations.id', saleLabelSql('quotations').as('label')]),
  searched: { text: sql<string>`quotations.search_text`, table: 'quotations' },
  sort: [sql`quotations.quotation_date desc`, sql`quotations.id desc`],
})
