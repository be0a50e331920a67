import { count, paragraphs, reference, requiredLine, requiredReference, yesNo } from '../../platform/fields/kinds.ts'
import { awayFields } from '../occupations/index.ts'

const MOST = 10_000

/** What material consists of that courses are given with. */
export const materialFields = {
  name: requiredLine('Naam', 120),
  /** Where it is kept; it can be taken along. */
  establishment_id: reference('Vestiging', 'establishment'),
  count: count('Aantal', 0, MOST),
  note: paragraphs('Opmerking', { maxlength: 2000 }),
  active: yesNo('In gebruik'),
}

/** A time in which some of it cannot be used, as while it is repaired. */
export const outageFields = {
  material_id: requiredReference('Middel', 'material'),
  description: requiredLine('Reden', 120),
  count: count('Aantal buiten gebruik', 1, MOST),
  ...awayFields,
}
