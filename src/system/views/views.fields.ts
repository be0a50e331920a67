import { fieldOf, requiredLine, yesNo } from '../../platform/fields/kinds.ts'
import { optionalText } from '../../platform/forms/fields.ts'

/** What a saved view consists of. */
export const viewFields = {
  name: requiredLine('Naam', 60),
  shared: yesNo('Delen met iedereen die deze lijst ziet'),
  query: fieldOf('text', 'Filters en volgorde', optionalText(4000), { maxlength: 4000 }),
}
