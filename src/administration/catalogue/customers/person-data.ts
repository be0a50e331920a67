import { personRows } from '../../../system/privacy/points.ts'
import { customerTermsFields } from './customer-terms.fields.ts'
import { listCustomerTerms } from './customer-terms.queries.ts'

/** By when somebody who buys alone pays. */
export const termsData = personRows({
  key: 'customer-terms',
  label: 'Afspraken over facturen',
  rows: (db, contactId) => listCustomerTerms(db).where('customer_terms.contact_id', '=', contactId),
  show: (terms) => ({
    [customerTermsFields.default_payment_condition_id.label]: terms.condition,
    [customerTermsFields.tax_type_id.label]: terms.tax_label,
  }),
  empties: [{ what: () => 'de afspraken over facturen' }],
  deletes: ['customer_terms'],
  history: { customer_terms: customerTermsFields },
})
