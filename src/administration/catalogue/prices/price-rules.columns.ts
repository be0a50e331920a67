import { sql } from 'kysely'
import type { Sort } from '../../../platform/screens/table/table-query.ts'
import { capital } from '../../../platform/format/sentence.ts'
import { today } from '../../../platform/format/zone.ts'
import { effectText, holdsOn, periodText } from './candidates.rules.ts'
import { euros } from './money.rules.ts'
import type { PriceRuleRow } from './price-rules.queries.ts'

const effect = { field: 'type', cell: (rule: PriceRuleRow) => capital(effectText(rule)) }
const count = { field: 'from_count', kind: 'num' as const, sort: 'from_count', cell: (rule: PriceRuleRow) => rule.from_count } // prettier-ignore
const rest = [
  { label: 'Prijslijst', kind: 'num' as const, cell: (rule: PriceRuleRow) => euros(rule.list_price) },
  { label: 'Geldig', sort: 'valid_from', cell: (rule: PriceRuleRow) => capital(periodText(rule) || 'altijd') },
]

/** What lists of agreements on several products, or with several customers, show behind those. */
export const ruleColumns = [count, effect, ...rest]
/** What lists about one product show, of one customer or of everybody. */
export const ownColumns = [{ ...effect, kind: 'main' as const }, count, ...rest]

export const ruleSorts: Record<string, Sort> = {
  product: { by: [sql`products.name collate "nl-x-icu"`, sql`price_rules.from_count`], types: ['text', 'bigint'] },
  customer: {
    by: [sql`coalesce(companies.name, contacts.last_name) collate "nl-x-icu"`, sql`price_rules.from_count`],
    types: ['text', 'bigint'],
  },
  from_count: { by: [sql`price_rules.from_count`], type: 'bigint' },
  valid_from: { by: [sql`price_rules.valid_from`], type: 'date' },
}

/** What does not hold today stands back. */
export const rowCss = (rule: PriceRuleRow) => (holdsOn(rule, today()) ? null : 'is-off')
