import { sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { customerName, openText, saleFound, saleLabelSql } from '../../sales/sales/index.ts'

/**
 * Invoices that money is booked on: no concepts and no credits. Those of which something is open or owed stand there first,
 * the last ones first; what is paid is found by who types of it.
 */
export const payableSelector = selector({
  type: 'payable-invoice',
  record: 'invoice',
  table: 'invoices',
  query: (db) =>
    db
      .selectFrom('invoices')
      .leftJoin('companies', 'companies.id', 'invoices.company_id')
      .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
      .select([
        'invoices.id',
        saleLabelSql('invoices').as('label'),
        sql<string>`concat_ws(' · ', ${customerName}, ${openText(sql`invoices.open`)}, to_char(invoices.invoice_date, 'DD-MM-YYYY'))`.as('sub'), // prettier-ignore
      ])
      .where('invoices.definitive_at', 'is not', null)
      .where('invoices.credits_id', 'is', null),
  searched: () => ({ where: (text) => saleFound('invoices', text) }),
  shownFirst: sql<boolean>`invoices.open <> 0`,
  sort: [sql`invoices.invoice_date desc`, sql`invoices.id desc`],
})
