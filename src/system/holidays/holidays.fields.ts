import { day, requiredDay, requiredLine } from '../../platform/fields/kinds.ts'

/** What a time consists of in which the house is closed. */
export const closingDayFields = {
  description: requiredLine('Omschrijving', 120),
  first_day: requiredDay('Eerste dag'),
  last_day: day('Laatste dag'),
}
