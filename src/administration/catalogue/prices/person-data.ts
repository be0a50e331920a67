import { personRows } from '../../../system/privacy/points.ts'
import { effectText, periodText } from './candidates.rules.ts'
import { priceRuleFields } from './price-rules.fields.ts'
import { listPriceRules } from './price-rules.queries.ts'

/** What somebody who buys alone pays for what. */
export const priceData = personRows({
  key: 'price-rules',
  label: 'Met u afgesproken prijzen',
  rows: (db, contactId) => listPriceRules(db).where('price_rules.contact_id', '=', contactId).orderBy('price_rules.id'),
  show: (rule) => ({
    [priceRuleFields.product_id.label]: rule.product,
    [priceRuleFields.type.label]: effectText(rule),
    [priceRuleFields.from_count.label]: rule.from_count,
    Geldig: periodText(rule),
  }),
  empties: [{ what: ['afgesproken prijs', 'afgesproken prijzen'] }],
  deletes: ['price_rules'],
  history: { price_rule: priceRuleFields },
})
