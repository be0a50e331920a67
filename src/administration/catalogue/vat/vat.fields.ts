import { choice, line, requiredDay, requiredLine, requiredReference, yesNo } from '../../../platform/fields/kinds.ts'
import { percentage } from './percentage.ts'
import { TAX_CATEGORIES } from './vat.rules.ts'

const dated = {
  percentage: percentage('Tarief'),
  valid_from: requiredDay('Geldig vanaf'),
}

/** What a VAT type consists of, with the percentage that it begins with. */
export const taxTypeFields = {
  name: requiredLine('Naam', 60),
  category: choice('Soort', TAX_CATEGORIES, 'S'),
  reason: line('Reden op de factuur', 200),
  active: yesNo('In gebruik'),
  ...dated,
}

/** What a percentage of it consists of. */
export const taxFields = {
  tax_type_id: requiredReference('Btw-soort', 'tax_type'),
  ...dated,
}
