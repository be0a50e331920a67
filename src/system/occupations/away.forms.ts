import * as z from 'zod'
import { day, fieldOf, requiredDay } from '../../platform/fields/kinds.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time of the day; when empty null. */
const clockOrNull = z
  .string()
  .default('')
  .transform((value) => value.trim() || null)
  .refine((value) => value === null || CLOCK.test(value), ':label is geen geldige tijd (uu:mm).')

/** For how long somebody is not there, or a room is closed: days, of which the first and the last may be part of one. */
export const awayFields = {
  first_day: requiredDay('Eerste dag'),
  last_day: day('Laatste dag'),
  from_time: fieldOf('time', 'Vanaf', clockOrNull),
  until_time: fieldOf('time', 'Tot', clockOrNull),
}

export interface AwayPeriod {
  first_day: string
  last_day: string | null
  from_time: string | null
  until_time: string | null
}

/** Longer than five years is a mistake in the year. */
const MOST_DAYS = 5 * 366
const DAY_MS = 86_400_000

/** Tells what is wrong with such a period on the field it is about. */
export function checkAway(
  form: AwayPeriod,
  ctx: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void {
  const fail = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
  const { first_day, last_day, from_time, until_time } = form
  if (last_day === null) {
    if (until_time !== null) fail('until_time', 'Een tijd tot wanneer vraagt een laatste dag.')
    return
  }
  const days = (Date.parse(last_day) - Date.parse(first_day)) / DAY_MS
  if (days < 0) fail('last_day', 'De laatste dag ligt voor de eerste.')
  else if (days > MOST_DAYS) fail('last_day', 'Een periode duurt hooguit vijf jaar.')
  else if (days === 0 && from_time !== null && until_time !== null && from_time >= until_time)
    fail('until_time', 'De eindtijd moet na de begintijd liggen.')
}
