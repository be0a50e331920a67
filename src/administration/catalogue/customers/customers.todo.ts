import { sql } from 'kysely'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { companiesArea } from '../../../relations/companies/rights.ts'
import { lawNumbersSql } from './law-numbers.queries.ts'
import { customerTermsArea } from './rights.ts'

/** VAT is shifted to a company of which the btw-id is gone: its invoices cannot go out. */
export const vatIdNeeded: OpenPoint = {
  record: 'company',
  order: 40,
  area: customerTermsArea,
  ask: (_viewer, id) => sql`(
    select true from customer_terms terms
      join tax_types on tax_types.id = terms.tax_type_id and tax_types.category in ('AE', 'K')
      join (${lawNumbersSql(sql`array[${id}::integer]`)}) numbers on numbers.id = terms.company_id
    where numbers.vat_id is null)`,
  line: (needed, { id }) =>
    needed === null
      ? null
      : {
          label: 'Btw-id ontbreekt, en dat hoort op een factuur zonder btw',
          icon: 'receipt-tax',
          state: 'open',
          action: {
            label: 'Btw-id invullen',
            kind: 'popup',
            url: `/company/edit/${id}`,
            area: companiesArea,
            right: 'change',
          },
        },
}
