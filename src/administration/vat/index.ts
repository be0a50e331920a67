import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { historyLabels } from '../../system/history/points.ts'
import { fixedTables } from '../../system/settings/points.ts'
import { taxesArea } from './rights.ts'
import { seedTaxTypes } from './story.ts'
import { taxFields, taxTypeFields } from './vat.fields.ts'
import { taxTypeNames } from './vat.queries.ts'
import { taxTypeSelector } from './vat.selectors.ts'

export { type Day, TODAY, getTaxType, percentageOn, taxIdOn, taxTypeLabel, usualTaxType } from './vat.queries.ts'
export { TAX_CATEGORIES, type TaxCategory, needsReason } from './vat.rules.ts'

/** Which VAT there is, and at what percentage from when. */
export const vat: ModulePart = {
  selectors: [taxTypeSelector],
  records: [
    {
      type: 'tax_type',
      label: { one: 'btw-soort', many: 'btw-soorten' },
      area: taxesArea,
      table: 'tax_types',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: taxTypeFields,
      names: taxTypeNames,
    },
    {
      type: 'tax',
      label: { one: 'btw-percentage', many: 'btw-percentages' },
      area: taxesArea,
      table: 'taxes',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: taxFields,
    },
  ],
  story: seedTaxTypes,
  gifts: [
    give(fixedTables, ['tax_types', 'taxes']),
    give(historyLabels, [
      { tax_type: { label: 'Btw-soort', fields: {} }, tax: { label: 'Btw-percentage', fields: { category: 'Soort' } } },
    ]),
  ],
}
