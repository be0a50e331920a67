import * as z from 'zod'
import { choice, fieldOf, line, reference, requiredLine } from '../../../../platform/fields/kinds.ts'
import { longText } from '../../../../platform/forms/fields.ts'
import { FIELD_KINDS } from './own-fields.rules.ts'

const LONGEST = 4000

/** What can be chosen from, one to a line. */
const options = longText(LONGEST)
  .transform((text) => [...new Set(text.split('\n').map((one) => one.replace(/\s+/g, ' ').trim()))].filter(Boolean))
  .pipe(
    z
      .array(z.string().max(120, 'Een keuze mag hooguit 120 tekens lang zijn.'))
      .max(50, 'Een veld heeft hooguit 50 keuzes.'),
  )

/** What is told of a field that a category asks of its devices. */
export const ownFieldFields = {
  category_id: reference('Categorie', 'device_category'),
  name: requiredLine('Naam', 80),
  kind: choice('Soort', FIELD_KINDS, 'text'),
  unit: line('Eenheid', 20),
  options: fieldOf('textarea', 'Keuzes', options, { maxlength: LONGEST }),
}
