import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { specialDayFields } from './establishments.fields.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

interface Hours {
  open: boolean
  opens: string
  closes: string
}

/** A day that is open needs both times in their order; what stands in the fields of a closed day does not matter. */
function readHours<F extends Hours>(form: F, ctx: z.RefinementCtx) {
  const { open, opens, closes, ...rest } = form
  if (!open) return { ...rest, hours: null }
  const fail = (field: 'opens' | 'closes', message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
  if (!CLOCK.test(opens)) fail('opens', ':label is geen geldige tijd (uu:mm).')
  if (!CLOCK.test(closes)) fail('closes', ':label is geen geldige tijd (uu:mm).')
  else if (CLOCK.test(opens) && opens >= closes) fail('closes', 'De sluitingstijd moet na de openingstijd liggen.')
  return { ...rest, hours: { opens, closes } }
}

const hours = parsersOf(specialDayFields, 'open', 'opens', 'closes')

const weekday = z.object({ weekday: z.coerce.number<string>().int().min(1).max(7), ...hours }).transform(readHours)

/** The seven days of the week, each at most once. */
export const OpeningHoursForm = z.object({
  version,
  days: z
    .array(weekday)
    .max(7)
    .refine((days) => new Set(days.map((day) => day.weekday)).size === days.length, 'Een dag staat er dubbel in.'),
})
export type OpeningHours = z.output<typeof OpeningHoursForm>['days']

const day = everyParserOf(specialDayFields)

/** A day with other hours than its weekday has, or none. */
export const SpecialDayForm = z.object(day).transform(readHours)
export const SpecialDayEditForm = z.object({ ...day, version }).transform(readHours)
export type SpecialDay = z.output<typeof SpecialDayForm>
