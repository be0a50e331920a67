import * as z from 'zod'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { choice, day, fieldOf, paragraphs, requiredDay, requiredReference, yesNo } from '../../platform/fields/kinds.ts'
import { awayFields } from '../../system/occupations/index.ts'

const person = requiredReference('Persoon', 'contact')

/** Why somebody is not there. Illness is health data: only the office reads it (rulings 10.17). */
const ABSENCE_KINDS = { unavailable: 'Niet beschikbaar', leave: 'Verlof', sick: 'Ziek' }
export type AbsenceKind = keyof typeof ABSENCE_KINDS

/** What the absence of somebody consists of. */
export const absenceFields = {
  contact_id: person,
  kind: choice('Soort', ABSENCE_KINDS, 'unavailable', { personal: true }),
  ...awayFields,
  reason: paragraphs('Reden', { maxlength: 500, personal: true }),
}

const REPEATS = { 1: 'Elke week', 2: 'Om de week', 3: 'Elke drie weken', 4: 'Elke vier weken' }

/** What a day consists of that somebody has off again and again. */
export const freeDayFields = {
  contact_id: person,
  first_day: requiredDay('Eerste vrije dag'),
  every_weeks: fieldOf(
    'select',
    'Herhaling',
    z.coerce.number<string>(':label is niet geldig.').int().min(1).max(4).default(1),
    { options: REPEATS },
  ),
  last_day: day('Tot en met'),
}

const clock = z
  .string()
  .default('')
  .transform((value) => value.trim())
/** The times are judged of a working day alone: what stands in those of another is nothing. */
const hourFields = {
  works: yesNo('Werkt'),
  opens: fieldOf('time', 'Begintijd', clock),
  closes: fieldOf('time', 'Eindtijd', clock),
}

/** What the working hours of somebody consist of. */
export const workingWeekFields = {
  contact_id: person,
  first_day: requiredDay('Vanaf'),
  last_day: day('Tot en met'),
  days: fieldOf('list', 'Werktijden', z.array(z.object(everyParserOf(hourFields))), { items: hourFields }),
}
