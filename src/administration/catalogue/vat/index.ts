import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { fixedTables, settingsTabs } from '../../../system/settings/points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { taxRestoring } from './restoring.ts'
import { taxesArea } from './rights.ts'
import { seedTaxTypes } from './story.ts'
import { taxFields, taxTypeFields } from './vat.fields.ts'
import { taxNames, taxTypeNames } from './vat.queries.ts'
import * as screens from './vat.screens.ts'
import { taxTypeSelector } from './vat.selectors.ts'

export { percentage } from './percentage.ts'
export {
  type Day,
  TODAY,
  courseTaxType,
  findTaxType,
  getTaxType,
  percentageOn,
  taxIdOn,
  taxTypeLabel,
  usualTaxType,
} from './vat.queries.ts'
export { type TaxCategory, isCharged, needsReason, rateText, vatText } from './vat.rules.ts'

/** Which VAT there is, and at what percentage from when. */
export const vat: ModulePart = {
  screens: Object.values(screens),
  selectors: [taxTypeSelector],
  records: [
    {
      type: 'tax_type',
      label: { one: 'btw-soort', many: 'btw-soorten' },
      area: taxesArea,
      table: 'tax_types',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/tax-type/view/{id}',
      fields: taxTypeFields,
      names: taxTypeNames,
    },
    {
      type: 'tax',
      label: { one: 'btw-percentage', many: 'btw-percentages' },
      area: taxesArea,
      table: 'taxes',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/tax/edit/{id}',
      fields: taxFields,
      names: taxNames,
    },
  ],
  constraints: {
    tax_types_name_key: { field: 'name', message: 'Deze btw-soort bestaat al.' },
    taxes_once: { field: 'valid_from', message: 'Er gaat op deze dag al een percentage in.' },
    taxes_as_category: {
      field: 'percentage',
      message: 'Alleen belaste btw heeft een percentage boven 0, en die altijd.',
    },
  },
  story: seedTaxTypes,
  gifts: [
    give(settingsTabs, [
      {
        key: 'tax-types',
        page: 'administration',
        label: 'Btw',
        icon: 'receipt-tax',
        area: taxesArea,
        order: 10,
        url: '/settings/tax-types?embed=1',
      },
    ]),
    give(restorings, [taxRestoring]),
    give(fixedTables, ['tax_types', 'taxes']),
    give(historyLabels, [{ tax: { fields: { category: 'Soort' } } }]),
  ],
}
