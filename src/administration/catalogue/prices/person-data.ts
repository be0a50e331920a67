import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { effectText, periodText } from './candidates.rules.ts'
import { priceRuleFields } from './price-rules.fields.ts'
import { listPriceRules } from './price-rules.queries.ts'

/** What somebody who buys alone pays for what. */
export const priceData: PersonDataSource = {
  key: 'price-rules',
  label: 'Met u afgesproken prijzen',
  collect: async ({ db }, contactId) =>
    (await listPriceRules(db).where('price_rules.contact_id', '=', contactId).orderBy('price_rules.id').execute()).map(
      (rule) => ({
        [priceRuleFields.product_id.label]: rule.product,
        [priceRuleFields.type.label]: effectText(rule),
        [priceRuleFields.from_count.label]: rule.from_count,
        Geldig: periodText(rule),
      }),
    ),
  plan: async (db, contactId) => {
    const { count } = await db
      .selectFrom('price_rules')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow()
    return {
      emptied: count === 0 ? [] : [formatCount(count, 'afgesproken prijs', 'afgesproken prijzen')],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('price_rules').where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(
      trx,
      'price_rule',
      await everOf(trx, 'price_rule', { contact_id: contactId }),
      impersonal(priceRuleFields),
    )
  },
}
