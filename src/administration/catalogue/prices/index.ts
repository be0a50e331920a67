import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { personData } from '../../../system/privacy/points.ts'
import { pricesArea } from '../products/rights.ts'
import * as agreements from './agreements.screens.ts'
import { priceData } from './person-data.ts'
import { priceRuleFields } from './price-rules.fields.ts'
import { countRulesOf, priceRuleNames } from './price-rules.queries.ts'
import * as steps from './steps.screens.ts'
import { seedPrices } from './story.ts'
import * as why from './why.screens.ts'

export { productsJson } from './choices.screens.ts'

const { whyUrl, ...whyScreens } = why

export { whyUrl }
export { type OwnPrice } from './candidates.rules.ts'
export { amountOf, bothOf, problemOf as lineProblem } from './lines.rules.ts'
export { type Cents, HUNDRED, ONE, digitsOf, exact, magnitude, rounded } from './money.rules.ts'
export { type TotalledLine, totalsOf } from './totals.rules.ts'
export { type Answer, type Asked, pricesFor } from './prices.queries.ts'

/** What a product costs for whom: the price engine, what was agreed with customers, and steps. */
export const prices: ModulePart = {
  screens: [...Object.values(agreements), ...Object.values(steps), ...Object.values(whyScreens)],
  records: [
    {
      type: 'price_rule',
      label: { one: 'prijsafspraak', many: 'prijsafspraken' },
      area: pricesArea,
      table: 'price_rules',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/price-rules/{id}',
      fields: priceRuleFields,
      names: priceRuleNames,
    },
  ],
  constraints: {
    price_rules_once: {
      field: 'valid_from',
      message: 'Voor dit aantal is in deze periode al een prijs afgesproken.',
    },
    price_rules_step: { field: 'from_count', message: 'Een staffel begint bij minimaal 2.' },
  },
  story: seedPrices,
  gifts: [
    give(popupTabs, [
      {
        record: 'company',
        key: 'prices',
        label: 'Prijzen',
        icon: 'discount',
        area: pricesArea,
        order: 41,
        under: 'money',
        url: (id) => `/company/${id}/prices?embed=1`,
        count: (_viewer, id) => countRulesOf.customer('company', id),
      },
      {
        record: 'contact',
        key: 'prices',
        label: 'Prijzen',
        icon: 'discount',
        area: pricesArea,
        order: 41,
        url: (id) => `/contact/${id}/prices?embed=1`,
        count: (_viewer, id) => countRulesOf.customer('contact', id),
        // Who has no debtor number pays through a company, whose prices count.
        when: (_viewer, id) => sql`(select client_id is not null from contacts where id = ${id})`,
      },
      {
        record: 'product',
        key: 'steps',
        label: 'Staffel',
        icon: 'stairs',
        area: pricesArea,
        order: 40,
        url: (id) => `/products/${id}/steps?embed=1`,
        count: (_viewer, id) => countRulesOf.steps(id),
      },
      {
        record: 'product',
        key: 'agreements',
        label: 'Klantprijzen',
        icon: 'discount',
        area: pricesArea,
        order: 41,
        url: (id) => `/products/${id}/agreements?embed=1`,
        count: (_viewer, id) => countRulesOf.agreements(id),
      },
    ]),
    give(popupActions, [
      {
        record: 'product',
        place: 'menu',
        order: 20,
        area: pricesArea,
        right: 'view',
        action: ({ id }) => ({ label: 'Waarom deze prijs?', icon: 'help', kind: 'popup', url: whyUrl(id) }),
      },
    ]),
    give(mergeStrategies, [
      { record: 'company', table: 'price_rules', column: 'company_id', merges: 'drop' },
      { record: 'contact', table: 'price_rules', column: 'contact_id', merges: 'drop' },
    ]),
    give(personData, [priceData]),
  ],
}
