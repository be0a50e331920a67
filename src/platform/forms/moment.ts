import * as z from 'zod'
import { instantOf } from '../format/zone.ts'
import { parseDutchDate } from './fields.ts'

const shape = z
  .union([
    z.string().transform((value) => {
      const [date = '', time = ''] = value.trim().split(/\s+/)
      return { date, time }
    }),
    z.object({ date: z.string().default(''), time: z.string().default('') }),
  ])
  .default({ date: '', time: '' })

const YEARS = { first: 2000, last: 2099 }
/** Years in which something can have been planned; any other year is a typing error. */
export const isPlannable = (instant: Date): boolean =>
  instant.getTime() >= Date.UTC(YEARS.first) && instant.getTime() < Date.UTC(YEARS.last + 1)

function read({ date, time }: { date: string; time: string }, ctx: z.RefinementCtx): Date {
  // Its own years are told below.
  const day = parseDutchDate(date.trim(), 9999)
  const clock = /^([01]\d|2[0-3]):[0-5]\d$/.test(time.trim()) ? time.trim() : null
  const instant = day !== null && clock !== null ? instantOf(day, clock) : null
  if (instant && isPlannable(instant)) return instant
  const message =
    day === null
      ? ':label is geen geldige datum (dd-mm-jjjj).'
      : clock === null
        ? ':label is geen geldige tijd (uu:mm).'
        : instant !== null
          ? `Kies een jaar van ${YEARS.first} tot en met ${YEARS.last}.`
          : 'Dit tijdstip bestaat niet: de klok gaat die nacht een uur vooruit.'
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * A moment as the platform's 'datetime' field sends it: 'dd-mm-jjjj uu:mm' or `[date]` and `[time]`, Amsterdam wall
 * clock, read as an instant.
 */
export const moment = {
  required: shape.transform(read),
  orNull: shape.transform((value, ctx) => (value.date === '' && value.time === '' ? null : read(value, ctx))),
}
