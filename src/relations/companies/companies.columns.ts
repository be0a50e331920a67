import { sql } from 'kysely'
import { isPlanner } from '../../platform/access/viewer.ts'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { companyFields } from './companies.fields.ts'

const { shown, named, added } = columnsOf('companies', companyFields)

const people = sql`(select count(*)::integer from contact_companies cc where cc.company_id = companies.id)`

/** What else is known of companies, for who wants it in the list. */
export const companyColumns = [
  shown('postal_code'),
  shown('vat_id', { edit: true }),
  shown('peppol_id', { edit: true }),
  shown('website', { edit: true }),
  shown('invoice_email', { edit: true }),
  // Whom somebody sees by their own companies alone does not see all that hangs on those.
  named('parent_id', 'companies', 'name', { when: isPlanner }),
  shown('people', { label: 'Contacten', as: 'count', when: isPlanner, of: people }),
  added,
]
