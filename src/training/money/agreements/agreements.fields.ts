import { REPEAT_UNITS } from '../../../platform/format/repeats.ts'
import * as z from 'zod'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import {
  choice,
  count,
  fieldOf,
  optionalCount,
  paragraphs,
  requiredDay,
  requiredLine,
  requiredReference,
} from '../../../platform/fields/kinds.ts'
import { selectorIdOrNull } from '../../../platform/forms/fields.ts'

/** What was bought of one course. */
export const lineFields = {
  course_id: requiredReference('Opleiding', 'course'),
  places: count('Plaatsen', 1, 1000),
  valid_until: requiredDay('Geldig tot en met'),
  repeat_count: optionalCount('Verlengen met', 1, 60),
  repeat_unit: choice('Eenheid', REPEAT_UNITS, 'years'),
}

const MOST_LINES = 30
const line = z.object({ id: selectorIdOrNull, ...everyParserOf(lineFields) })
const lines = z
  .array(line, 'Voeg minimaal één opleiding toe.')
  .min(1, 'Voeg minimaal één opleiding toe.')
  .max(MOST_LINES, `Een overeenkomst heeft hooguit ${MOST_LINES} opleidingen.`)

/** What an agreement with a company consists of. */
export const agreementFields = {
  company_id: requiredReference('Bedrijf', 'company'),
  name: requiredLine('Naam', 120),
  ends_on: requiredDay('Einddatum'),
  note: paragraphs('Opmerking', { maxlength: 2000 }),
  courses: fieldOf('list', 'Opleidingen', lines, { items: lineFields, min: 1, max: MOST_LINES }),
}
