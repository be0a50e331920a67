import { formatDate, formatShortDay, formatTime } from '../../../platform/format/format.ts'
import { addDays, today, wallClock, weekday } from '../../../platform/format/zone.ts'
import { dutchHolidays } from '../../../system/holidays/index.ts'
import { formatDuration } from '../../catalogue/courses/index.ts'

/** A course day is announced at least so many days before it. */
const ANNOUNCE_DAYS = 2
/** What came of it is told within so many days after it. */
export const REPORT_DAYS = 4
/** So long before the announcement is due at last planners are reminded of it. */
const REMIND_DAYS = 7

export interface Remark {
  tone: 'red' | 'orange'
  /** One Dutch sentence. */
  text: string
  /** The record has a line of its own for it, with what is to be done. */
  told?: true
}

interface Span {
  starts_at: Date
  ends_at: Date
}

/** Between which hours training is recognised, by day of the week; on a Sunday never. */
const HOURS: Record<number, { from: string; until: string; days: string }> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((day) => [day, { from: '07:00', until: '22:00', days: 'maandag tot en met vrijdag' }]),
  ),
  6: { from: '07:00', until: '18:00', days: 'zaterdag' },
}

/** The holidays on which nothing is recognised: Bevrijdingsdag and Goede Vrijdag are ordinary days here. */
function holidayOn(day: string): string | undefined {
  return dutchHolidays(Number(day.slice(0, 4)), { good_friday: false, liberation_day: 'never' })[day]
}

/** Why no hours are recognised of training at this time; null where they are. */
export function timeProblem({ starts_at, ends_at }: Span): string | null {
  const [start, end] = [wallClock(starts_at), wallClock(ends_at)]
  const holiday = holidayOn(start.day)
  if (holiday !== undefined) return `Voor code 95 telt een feestdag niet mee: ${formatDate(start.day)}, ${holiday}.`
  const hours = HOURS[weekday(start.day)]
  if (hours === undefined) return `Voor code 95 telt een zondag niet mee: ${formatDate(start.day)}.`
  if (start.day === end.day && start.time >= hours.from && end.time <= hours.until) return null
  return `Voor code 95 tellen op ${hours.days} alleen uren van ${hours.from} tot ${hours.until} mee.`
}

/** What a component of a course is worth: its share of the hours in class, in minutes. */
export interface Counted {
  hours: number
  elearningHours: number
  /** Minutes that the component lasts, and all components of the course that are not optional together. */
  minutes: number
  allMinutes: number
  optional: boolean
}

/** Minutes that a part of this component counts for, as far as it lasts as long; what is optional counts for nothing. */
export function countedMinutes({ hours, elearningHours, minutes, allMinutes, optional }: Counted): number {
  if (optional || allMinutes === 0) return 0
  return Math.round(((hours - elearningHours) * 60 * minutes) / allMinutes)
}

const MINUTE = 60_000
const lasting = ({ starts_at, ends_at }: Span): number => Math.round((ends_at.getTime() - starts_at.getTime()) / MINUTE)

/** The last day on which a course day can be announced, and on which what came of it is told. */
export const announceBy = ({ starts_at }: Pick<Span, 'starts_at'>): string =>
  addDays(wallClock(starts_at).day, -ANNOUNCE_DAYS)
export const reportBy = ({ ends_at }: Pick<Span, 'ends_at'>): string => addDays(wallClock(ends_at).day, REPORT_DAYS)

/** At noon, so that it is the same day everywhere it is formatted. */
export const dayText = (day: string, now: Date): string => formatShortDay(new Date(`${day}T12:00:00Z`), now)

export interface JudgedDay extends Span {
  /** Until when the CBR certified the course, YYYY-MM-DD; null: nobody said. */
  certifiedUntil: string | null
  counted: Counted
  /** An option is not announced yet. */
  isOption: boolean
  /** For which begin it was announced; null: not yet. */
  announcedFor: Date | null
  students: number
}

/** What the announcement of a course day asks for. */
function announcing(day: JudgedDay, now: Date): Remark[] {
  const due = announceBy(day)
  const isClosed = today(now) > due
  if (day.announcedFor !== null) {
    if (day.announcedFor.getTime() === day.starts_at.getTime()) return []
    const was = `${formatShortDay(day.announcedFor, now)} om ${formatTime(day.announcedFor)}`
    const how = isClosed ? 'Geef de wijziging per e-mail door aan het CBR' : 'Meld de dag opnieuw aan'
    return [{ tone: 'red', told: true, text: `Bij het CBR aangemeld voor ${was}. ${how}.` }]
  }
  if (isClosed)
    return [
      {
        tone: 'red',
        told: true,
        text: `Niet op tijd aangemeld bij het CBR: dat moest uiterlijk ${dayText(due, now)}.`,
      },
    ]
  if (day.isOption || today(now) < addDays(due, -REMIND_DAYS)) return []
  const nobody = day.students === 0 ? ' Daarvoor is minstens 1 cursist nodig.' : ''
  return [
    { tone: 'orange', told: true, text: `Meld deze dag uiterlijk ${dayText(due, now)} aan bij het CBR.${nobody}` },
  ]
}

/** What keeps the hours of a part from being recognised, or will when nobody acts. */
export function judgeDay(day: JudgedDay, now: Date): Remark[] {
  const found: Remark[] = []
  const problem = timeProblem(day)
  if (problem !== null) found.push({ tone: 'red', text: problem })
  if (day.certifiedUntil !== null && day.certifiedUntil < wallClock(day.starts_at).day)
    found.push({
      tone: 'red',
      text: `Het CBR certificeerde de opleiding voor code 95 tot en met ${formatDate(day.certifiedUntil)}.`,
    })
  const wanted = countedMinutes(day.counted)
  if (lasting(day) < wanted)
    found.push({
      tone: 'red',
      text: `Voor code 95 moet dit onderdeel ${formatDuration(wanted)} duren; het duurt nu ${formatDuration(lasting(day))}.`,
    })
  return [...found, ...announcing(day, now)]
}
