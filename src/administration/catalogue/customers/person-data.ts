import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { customerTermsFields } from './customer-terms.fields.ts'
import { termsOf } from './customer-terms.queries.ts'

/** By when somebody who buys alone pays. */
export const termsData: PersonDataSource = {
  key: 'customer-terms',
  label: 'Afspraken over facturen',
  collect: async ({ db }, contactId) => {
    const terms = await termsOf(db, 'contact', contactId)
    if (!terms) return []
    const { default_payment_condition_id: condition, tax_type_id: tax } = customerTermsFields
    return [{ [condition.label]: terms.condition, [tax.label]: terms.tax_label }]
  },
  plan: async (db, contactId) => ({
    emptied: (await termsOf(db, 'contact', contactId)) ? ['de afspraken over facturen'] : [],
    kept: [],
    blocked: [],
  }),
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('customer_terms').where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(
      trx,
      'customer_terms',
      await everOf(trx, 'customer_terms', { contact_id: contactId }),
      impersonal(customerTermsFields),
    )
  },
}
