import { requiredLine, yesNo } from '../../platform/fields/kinds.ts'

/** What a type of document consists of. */
export const documentTypeFields = {
  name: requiredLine('Naam', 100),
  active: yesNo('In gebruik'),
}
