import { formatDate, formatPeriod, formatTime } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import type { AwayPeriod } from './away.forms.ts'
import { NO_END } from './points.ts'

/** Something that takes up a person or a room; half open, so one may begin as the other ends. */
export interface Booking {
  description: string
  starts_at: Date
  ends_at: Date
}
export type Span = Pick<Booking, 'starts_at' | 'ends_at'>

export const overlaps = (a: Span, b: Span): boolean => a.starts_at < b.ends_at && b.starts_at < a.ends_at

/** Milliseconds from the end of the earlier to the beginning of the later. */
export const gapBetween = (a: Span, b: Span): number =>
  a.starts_at < b.starts_at ? b.starts_at.getTime() - a.ends_at.getTime() : a.starts_at.getTime() - b.ends_at.getTime()

const dayOf = (instant: Date): string => wallClock(instant).day

/** Whether one ends on an earlier day, in Amsterdam, than the other begins. */
export const onOtherDays = (a: Span, b: Span): boolean =>
  a.starts_at < b.starts_at ? dayOf(a.ends_at) < dayOf(b.starts_at) : dayOf(b.ends_at) < dayOf(a.starts_at)

const isMidnight = (instant: Date): boolean => formatTime(instant) === '00:00'
const dayBefore = (midnight: Date): string => formatDate(new Date(midnight.getTime() - 1))

/** 'do 19-11-2026, 08:30–16:30'; of whole days '19-11-2026 t/m 20-11-2026'; of what has no end 'vanaf 19-11-2026'. */
export function periodText({ starts_at, ends_at }: Span): string {
  const wholeDays = isMidnight(starts_at) && isMidnight(ends_at)
  const first = isMidnight(starts_at) ? formatDate(starts_at) : `${formatDate(starts_at)} ${formatTime(starts_at)}`
  if (formatDate(ends_at) === formatDate(NO_END)) return `vanaf ${first}`
  if (!wholeDays) return formatPeriod(starts_at, ends_at)
  const last = dayBefore(ends_at)
  return first === last ? first : `${first} t/m ${last}`
}

/** 'Theorie BHV, do 19-11-2026, 08:30–16:30'. */
export const bookingLine = (booking: Booking): string => `${booking.description}, ${periodText(booking)}`

/** '19-11-2026 13:00 t/m 20-11-2026'; without an end 'vanaf 19-11-2026'. */
export function awayText({ first_day, last_day, from_time, until_time }: AwayPeriod): string {
  const from = [formatDate(first_day), from_time].filter(Boolean).join(' ')
  if (last_day === null) return `vanaf ${from}`
  if (first_day === last_day)
    return from_time || until_time
      ? `${formatDate(first_day)}, ${from_time ?? '00:00'}–${until_time ?? '24:00'}`
      : formatDate(first_day)
  return `${from} t/m ${[formatDate(last_day), until_time].filter(Boolean).join(' ')}`
}
