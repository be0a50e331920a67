import { formatTime } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { timeProblem } from './code95.rules.ts'

/** Who comes later than this after the begin takes part for nothing. */
export const LATE_MINUTES = 30
/** A day counts for no more than this. */
export const DAY_MINUTES = 7 * 60
const MINUTE = 60_000

/** The last moment at which somebody is in time. */
export const inTimeUntil = (startsAt: Date): Date => new Date(startsAt.getTime() + LATE_MINUTES * MINUTE)

/** Whether somebody came too late for a part; who came within a minute that is shown as the last is in time. */
export const isLate = (startsAt: Date, arrivedAt: Date | null): boolean =>
  arrivedAt !== null && arrivedAt.getTime() >= inTimeUntil(startsAt).getTime() + MINUTE

/** A student in a part that counts for code 95. */
export interface TakenPart {
  description: string
  starts_at: Date
  ends_at: Date
  /** What the part counts for. */
  minutes: number
  present: 0 | 1 | null
  arrivedAt: Date | null
  signedIn: boolean
  signedOut: boolean
}

/** Why a part does not count for a student, in words that end a sentence; none when it does. */
export function missingIn(part: TakenPart): string[] {
  if (part.present !== 1) return [part.present === 0 ? 'was afwezig' : 'aanwezigheid is niet ingevuld']
  const late = isLate(part.starts_at, part.arrivedAt)
  return [
    ...(part.arrivedAt === null ? ['aankomst is niet ingevuld'] : []),
    ...(late ? [`kwam meer dan ${LATE_MINUTES} minuten te laat (${formatTime(part.arrivedAt)})`] : []),
    ...(part.signedIn ? [] : ['tekende niet bij aankomst']),
    ...(part.signedOut ? [] : ['tekende niet bij vertrek']),
    ...(timeProblem(part) === null ? [] : ['het onderdeel lag buiten de tijden die meetellen']),
    ...(part.ends_at.getTime() - part.starts_at.getTime() < part.minutes * MINUTE
      ? ['het onderdeel duurde te kort']
      : []),
  ]
}

export interface Hours {
  /** Minutes in class that count, and as many as there were. */
  minutes: number
  of: number
  /** Why not all of them do, by part. */
  reasons: string[]
}

/** Minutes of each day that these parts are worth, a day for seven hours at most. */
function byDay(parts: readonly TakenPart[]): Map<string, number> {
  const days = Map.groupBy(parts, ({ starts_at }) => wallClock(starts_at).day)
  const worth = (own: readonly TakenPart[]) => own.reduce((total, { minutes }) => total + minutes, 0)
  return new Map([...days].map(([day, own]) => [day, Math.min(DAY_MINUTES, worth(own))]))
}

const counts = (part: TakenPart): boolean => part.minutes > 0 && missingIn(part).length === 0

/** On which days a student gets how many minutes. */
export const daysOf = (parts: readonly TakenPart[]): Map<string, number> => byDay(parts.filter(counts))

/** What a student gets for the parts of a planning; a day counts for seven hours at most. */
export function hoursOf(parts: readonly TakenPart[]): Hours {
  const sum = (of: readonly TakenPart[]) => [...byDay(of).values()].reduce((total, minutes) => total + minutes, 0)
  const counting = parts.filter(({ minutes }) => minutes > 0)
  const reasons = counting.flatMap((part) => {
    const missing = missingIn(part)
    const named = counting.length > 1 ? `${part.description}: ` : ''
    return missing.length === 0 ? [] : [`${named}${missing.join(', ')}`]
  })
  return { minutes: sum(counting.filter(counts)), of: sum(counting), reasons }
}
