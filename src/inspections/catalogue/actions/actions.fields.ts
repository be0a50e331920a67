import { reference, requiredLine, requiredReference, yesNo } from '../../../platform/fields/kinds.ts'

/** What a kind of work consists of. */
export const actionFields = {
  name: requiredLine('Naam', 120),
  device_category_id: requiredReference('Apparaatcategorie', 'device_category'),
  product_id: reference('Product', 'product'),
  should_disable_device: yesNo('Keurt het apparaat af'),
  active: yesNo('Actief'),
}
