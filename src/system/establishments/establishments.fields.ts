import { placeFields } from '../../platform/forms/address.ts'
import { fieldOf, requiredLine, yesNo } from '../../platform/fields/kinds.ts'
import { selectorId, wholeNumberOrNull } from '../../platform/forms/fields.ts'

/** What an establishment consists of. */
export const establishmentFields = {
  name: requiredLine('Naam', 120),
  ...placeFields,
  active: yesNo('In gebruik'),
}

/** What a room consists of. */
export const roomFields = {
  establishment_id: fieldOf('selector', 'Vestiging', selectorId, { record: 'establishment', required: true }),
  name: requiredLine('Naam', 120),
  capacity: fieldOf('number', 'Plaatsen', wholeNumberOrNull(1, 1000), { min: 1, max: 1000 }),
  active: yesNo('In gebruik'),
}
