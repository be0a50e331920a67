import { choice, count, line, optionalCount, reference, requiredLine, yesNo } from '../../../platform/fields/kinds.ts'
import { BASES, KINDS } from './device-categories.rules.ts'

const MOST_MONTHS = 600

/** What a kind of devices consists of. */
export const deviceCategoryFields = {
  name: requiredLine('Naam', 120),
  parent_id: reference('Valt onder', 'device_category'),
  product_id: reference('Standaardproduct', 'product'),
  approved_product_id: reference('Product bij goedkeuren', 'product'),
  installed_product_id: reference('Product bij plaatsen', 'product'),
  skill_id: reference('Vaardigheid van de keurmeester', 'skill'),
  checklist_id: reference('Checklist bij keuren', 'checklist'),
}

/** What is asked of a product beside its own fields. */
export const productDeviceFields = {
  device_category_id: reference('Apparaatcategorie', 'device_category'),
}

/** By which rhythm devices of a category are inspected, maintained or replaced. */
export const inspectionScheduleFields = {
  category_id: reference('Categorie', 'device_category'),
  name: requiredLine('Naam', 120),
  kind: choice('Soort', KINDS, 'inspection'),
  norm: line('Norm', 60),
  basis: choice('Telt vanaf', BASES, 'last'),
  first_after: count('Eerste keer na', 1, MOST_MONTHS, { unit: 'maanden' }),
  repeat_after: optionalCount('Daarna elke', 1, MOST_MONTHS, { unit: 'maanden' }),
  weight: count('Zwaarte', 1, 9),
  hard: yesNo('Nooit later'),
  source: line('Bron', 300),
  active: yesNo('Actief'),
}
