import { addDays, alarmAt, wallClock, weekday } from '../../../platform/format/zone.ts'

/** Within which hours the time for an answer passes. */
export interface AnswerTime {
  hours: number
  /** 'HH:MM'. */
  from: string
  until: string
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
}

/** An answer takes a week of closed days at most; beyond that the planning begins sooner. */
const MOST_DAYS = 366
const MINUTE = 60_000

/** Until when an offer of this moment stands: so many working hours, and never beyond the begin of the planning. */
export function offerEnds(
  now: Date,
  { hours, from, until, weekdays }: AnswerTime,
  isClosed: (day: string) => boolean,
  begins: Date,
): Date {
  const start = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
  let left = hours * 60 * MINUTE
  let { day } = wallClock(now)
  for (let i = 0; i < MOST_DAYS; i++, day = addDays(day, 1)) {
    if (!weekdays.includes(weekday(day)) || isClosed(day)) continue
    const opens = Math.max(start.getTime(), alarmAt(day, from).getTime())
    const here = alarmAt(day, until).getTime() - opens
    if (here <= 0) continue
    if (left <= here) return new Date(Math.min(opens + left, begins.getTime()))
    left -= here
  }
  return begins
}
