import { MONTHS } from '../../../platform/format/days.ts'
import { addDays } from '../../../platform/format/zone.ts'

/** How a device stands. What is out of use or gone is never due. */
export const STATUSES = {
  in_use: { label: 'In gebruik', css: 'st-confirmed' },
  rejected: { label: 'Afgekeurd', css: 'st-cancelled' },
  out_of_use: { label: 'Buiten gebruik', css: 'st-concept' },
  disposed: { label: 'Afgevoerd', css: 'st-concept' },
} as const
export type DeviceStatus = keyof typeof STATUSES

export const STATUS_LABELS = Object.fromEntries(
  Object.entries(STATUSES).map(([status, { label }]) => [status, label]),
) as Record<DeviceStatus, string>

/** 'november 2026' of a day, YYYY-MM-DD. */
export const monthText = (day: string): string => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** Whether something is too late, this month's work, or later. Days are YYYY-MM-DD. */
export function dueState(nextOn: string, today: string): 'late' | 'now' | 'later' {
  if (nextOn < today) return 'late'
  return nextOn.slice(0, 7) === today.slice(0, 7) ? 'now' : 'later'
}

/** '2019', 'maart 2019'; empty where nobody knows. */
export const productionText = (year: number | null, month: number | null): string =>
  year === null ? '' : month === null ? String(year) : `${MONTHS[month - 1]} ${year}`

/** Whoever comes so many days before something is due does that, and not what was due before it. */
const EARLY_DAYS = 183

/**
 * Until which day what was due counts as done, of something done on a day: what was due until then, and what would have
 * been due soon.
 * @param nextOn when it was due, or null where it was not; days are YYYY-MM-DD
 */
export const coveredUntil = (doneOn: string, nextOn: string | null): string =>
  nextOn !== null && nextOn > doneOn && nextOn <= addDays(doneOn, EARLY_DAYS) ? nextOn : doneOn

/**
 * Whether a part has to be replaced before somebody comes anyway: at the first inspection or maintenance that is due.
 * @param dueOn when the part is due; days are YYYY-MM-DD, null where nothing is
 */
export function endsBeforeVisit(dueOn: string | null, schedules: readonly { kind: string; next_on: string | null }[]) {
  const visits = schedules.flatMap(({ kind, next_on }) => (kind === 'inspection' || kind === 'maintenance' ? (next_on ?? []) : [])) // prettier-ignore
  const [first] = visits.toSorted()
  return dueOn !== null && first !== undefined && dueOn < first
}

/** On which paper something is sold when it is replaced. */
export const PAPERS = { none: 'Op geen document', order: 'Op een order', invoice: 'Op een factuur' } as const
