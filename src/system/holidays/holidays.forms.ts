import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { settingFields } from '../settings/index.ts'
import { closingDayFields } from './holidays.fields.ts'

export const HolidaysForm = z.object({
  version,
  ...parsersOf(settingFields, 'good_friday', 'liberation_day'),
})

const DAY_MS = 86_400_000
/** A range longer than a year is a mistake in its year (the database says so too). */
const MOST_DAYS = 366

const closing = everyParserOf(closingDayFields)

/** One day when no last day is given. */
function asRange<F extends { first_day: string; last_day: string | null }>(
  form: F,
  ctx: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) {
  const last_day = form.last_day ?? form.first_day
  const days = (Date.parse(last_day) - Date.parse(form.first_day)) / DAY_MS + 1
  const fail = (message: string) => ctx.addIssue({ code: 'custom', path: ['last_day'], message })
  if (days < 1) fail('De laatste dag ligt voor de eerste.')
  else if (days > MOST_DAYS) fail('Een sluiting duurt hooguit een jaar.')
  return { ...form, last_day }
}

export const ClosingDayForm = z.object(closing).transform(asRange)
export const ClosingDayEditForm = z.object({ ...closing, version }).transform(asRange)
export type ClosingDayInput = z.output<typeof ClosingDayForm>
