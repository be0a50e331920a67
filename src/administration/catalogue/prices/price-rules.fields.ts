import { choice, count, day, price, reference, requiredReference } from '../../../platform/fields/kinds.ts'
import { percentage } from '../vat/index.ts'
import { RULE_TYPES } from './candidates.rules.ts'

/** What was agreed on the price of a product consists of. */
export const priceRuleFields = {
  product_id: requiredReference('Product', 'product'),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contact', 'contact'),
  type: choice('Afspraak', RULE_TYPES, 'price'),
  price: price('Prijs'),
  percentage: percentage('Korting'),
  from_count: count('Vanaf aantal', 1, 100_000),
  valid_from: day('Geldig vanaf'),
  valid_until: day('Geldig tot en met'),
}
