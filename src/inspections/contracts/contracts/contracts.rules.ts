import { MONTHS, dayFromIso } from '../../../platform/format/days.ts'
import { type RepeatUnit, addRepeat } from '../../../platform/format/repeats.ts'
import { addDays } from '../../../platform/format/zone.ts'

/** What is paid: each visit what was done, or one price per period (rulings 11.26). */
export const PRICE_KINDS = { usage: 'Naar gebruik', fixed: 'Vaste prijs per periode' } as const
export type PriceKind = keyof typeof PRICE_KINDS

export interface Running {
  begins_at: string
  expires_at: string
  repeat_count: number
  repeat_unit: RepeatUnit
  work_months: readonly number[]
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The first days of all months of a period that ends on a day: whose day after it is the first of the next period. */
function monthsUntil(end: string, { repeat_count, repeat_unit }: Running): string[] {
  const from = monthOf(addDays(addRepeat(end, { count: -repeat_count, unit: repeat_unit }), 1))
  const to = monthOf(addDays(end, 1))
  const months = [from]
  for (let month = addRepeat(from, { count: 1, unit: 'months' }); month < to; month = addRepeat(month, { count: 1, unit: 'months' })) months.push(month) // prettier-ignore
  return months
}

/**
 * The work months of the running period, as their first days: those that were chosen, or else the first month of it
 * (rulings 11.29). Days are YYYY-MM-DD.
 */
export function workMonths(contract: Running, end = contract.expires_at): string[] {
  const months = monthsUntil(end, contract)
  const chosen = months.filter((month) => contract.work_months.includes(Number(month.slice(5, 7))))
  return chosen.length > 0 ? chosen : [months[0]!]
}

/** More periods than these nobody extends a contract beforehand. */
const MOST_PERIODS = 600

/** The ends of the period that holds a day and of those after it, of a contract that was extended beforehand. */
export function periodEnds({ begins_at, expires_at, repeat_count, repeat_unit }: Running, today: string): string[] {
  const before = (periods: number) => addRepeat(expires_at, { count: -periods * repeat_count, unit: repeat_unit })
  // A first period that is longer or shorter than others is one, and no two.
  const isOne = (end: string) => 2 * (dayFromIso(end) - dayFromIso(begins_at)) >= dayFromIso(expires_at) - dayFromIso(before(1)) // prettier-ignore
  let left = 0
  while (left < MOST_PERIODS && before(left + 1) >= today && isOne(before(left + 1))) left++
  return Array.from({ length: left + 1 }, (_, i) => before(left - i))
}

/** The work month that comes after one, in this period or the next: what is due before it is done in the one before. */
export function nextWorkMonth(contract: Running, { month, period_end }: WorkMonth): string {
  const later = addRepeat(period_end, { count: contract.repeat_count, unit: contract.repeat_unit })
  const all = [...workMonths(contract, period_end), ...workMonths(contract, later)]
  return all.find((one) => one > month) ?? addRepeat(month, { count: 1, unit: 'years' })
}

export interface WorkMonth {
  /** Its first day. */
  month: string
  /** The end of its period. */
  period_end: string
  hasCome: boolean
}

/** The work month whose order is next: the last that has come so many days from now, or else the first that comes. */
export function openWorkMonth(contract: Running, today: string, ahead: number): WorkMonth {
  const months = periodEnds(contract, today)
    .slice(0, 2)
    .flatMap((period_end) =>
      workMonths(contract, period_end).map((month) => ({ month, period_end, hasCome: month <= addDays(today, ahead) })),
    )
  return months.findLast(({ hasCome }) => hasCome) ?? months[0]!
}

type Period = Pick<Running, 'expires_at' | 'repeat_count' | 'repeat_unit'>

/** Whether a period that ended on another day is still the same one: not where it moved by half of it or more. */
export function isSamePeriod(before: string, { expires_at, repeat_count, repeat_unit }: Period): boolean {
  const began = addRepeat(expires_at, { count: -repeat_count, unit: repeat_unit })
  return 2 * Math.abs(dayFromIso(expires_at) - dayFromIso(before)) < dayFromIso(expires_at) - dayFromIso(began)
}

/** Whether extending is proposed: not while it runs for more than a month yet. */
export const proposesExtending = (expires_at: string, today: string): boolean =>
  expires_at <= addRepeat(today, { count: 1, unit: 'months' })

/** The last day on which either side can still say that it ends. */
export const lastNoticeDay = ({ expires_at, notice_months }: { expires_at: string; notice_months: number }): string =>
  addRepeat(expires_at, { count: -notice_months, unit: 'months' })

/** How a contract stands. */
export const STATES = {
  coming: { label: 'Begint nog', css: 'st-concept' },
  running: { label: 'Loopt', css: 'st-confirmed' },
  ending: { label: 'Verlengen', css: 'st-option' },
  expired: { label: 'Verlopen', css: 'st-cancelled' },
  terminated: { label: 'Opgezegd', css: 'st-cancelled' },
} as const
export type ContractState = keyof typeof STATES

interface Standing {
  begins_at: string
  expires_at: string
  notice_months: number
  terminated_on: string | null
}

/** Nobody said that it ends, and the notice term has come: it is extended or terminated. */
export function stateOf(contract: Standing, today: string): ContractState {
  if (contract.terminated_on !== null) return 'terminated'
  if (contract.expires_at < today) return 'expired'
  if (lastNoticeDay(contract) <= today) return 'ending'
  return contract.begins_at > today ? 'coming' : 'running'
}

/** 'maart, november' of the months of the year. */
export const monthNames = (months: readonly number[]): string =>
  months.toSorted((a, b) => a - b).map((month) => MONTHS[month - 1]).join(', ') // prettier-ignore
