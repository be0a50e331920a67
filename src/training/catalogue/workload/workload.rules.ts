import { formatCount } from '../../../platform/format/format.ts'
import { addDays, instantOf, wallClock, weekday } from '../../../platform/format/zone.ts'
import type { Span } from '../../../system/occupations/index.ts'

/** What somebody who is asked for a part has to do besides. */
export interface Workload {
  /** Minutes that are planned in the week of the part already. */
  weekMinutes: number
  /** Parts of the last weeks that they gave or were asked for. */
  lately: number
}

/** The week of an instant in Amsterdam, Monday to Sunday. */
export function weekOf(instant: Date): { from: Date; to: Date } {
  const { day } = wallClock(instant)
  const monday = addDays(day, 1 - weekday(day))
  return { from: instantOf(monday, '00:00')!, to: instantOf(addDays(monday, 7), '00:00')! }
}

/** Minutes of what somebody has planned in the week of an instant, as far as it lies in that week, each time once. */
export const plannedMinutes = (busy: readonly (Span & { away: boolean })[], at: Date): number =>
  minutesWithin(busy, weekOf(at))

/** The same of a week that is known, where many are asked about it. */
export function minutesWithin(busy: readonly (Span & { away: boolean })[], week: { from: Date; to: Date }): number {
  const times = busy
    .filter(({ away }) => !away)
    .map(({ starts_at, ends_at }) => ({ from: Math.max(+starts_at, +week.from), to: Math.min(+ends_at, +week.to) }))
    .sort((a, b) => a.from - b.from)
  let minutes = 0
  let until = 0
  for (const { from, to } of times) {
    const begin = Math.max(from, until)
    if (to <= begin) continue
    minutes += (to - begin) / 60_000
    until = to
  }
  return minutes
}

function hours(minutes: number): string {
  const rounded = Math.round(minutes / 60)
  return rounded === 0 ? 'minder dan een uur' : `${rounded} uur`
}

/** '12 uur in die week', '3 keer gevraagd in vier weken'. */
export const workloadTexts = ({ weekMinutes, lately }: Workload): [week: string, lately: string] => [
  weekMinutes === 0 ? 'nog niets in die week' : `${hours(weekMinutes)} in die week`,
  lately === 0 ? 'vier weken niet gevraagd' : `${formatCount(lately, 'keer', 'keer')} gevraagd in vier weken`,
]
