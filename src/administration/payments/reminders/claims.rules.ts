/** What of an invoice itself is owed, and the interest that it bears, by how each payment was divided when it was booked. */
import { HUNDRED, exact, rounded } from '../../catalogue/prices/index.ts'
import { dayOf, isoDay, partsOf, readDay } from '../../../platform/format/days.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays } from '../../../platform/format/zone.ts'

/** A percentage per year from a day on, as digits. Days are ISO throughout. */
export interface Rate {
  from: string
  percentage: string
}

/** What was paid, with what of it went beside the invoice; below zero where it went back. */
export interface Paid {
  day: string
  cents: number
  costs?: number | null
  interest?: number | null
}

/** One invoice and what happened to it. */
export interface Owed {
  /** What was to be paid by `expiresAt`, without what was credited. */
  principal: number
  expiresAt: string
  payments: readonly Paid[]
}

export interface Claim {
  /** Below zero where more was paid than it is. */
  principal: number
  interest: number
}

/** Interest is counted in these parts of a cent, so that nothing is rounded before the end. */
const PARTS = HUNDRED * 365n
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000
/** Of 29 February it is 1 March, where the year has none. */
const yearAfter = (day: string, years: number): string => {
  const { year, month, date } = partsOf(readDay(formatDate(day))!)
  return isoDay(dayOf(year + years, month, date))
}

/** What `cents` bears from a day up to another, in PARTS of a cent. */
function borne(cents: number, from: string, until: string, rates: readonly Rate[]): bigint {
  const byDay = [...rates].sort((a, b) => (a.from < b.from ? -1 : 1))
  let sum = 0n
  byDay.forEach((rate, i) => {
    const begin = rate.from > from ? rate.from : from
    const next = byDay[i + 1]?.from ?? until
    const end = next < until ? next : until
    const days = dayNumber(end) - dayNumber(begin)
    if (days > 0) sum += BigInt(cents) * exact(rate.percentage) * BigInt(days)
  })
  return sum
}

/** What of a payment is of the invoice itself. */
export const principalOf = ({ cents: amount, costs, interest }: Omit<Paid, 'day'>): number =>
  amount - (costs ?? 0) - (interest ?? 0)

type Step = { day: string; order: number } & ({ kind: 'paid'; interest: number; principal: number } | { kind: 'year' })

function stepsOf({ payments, expiresAt }: Owed, day: string): Step[] {
  const steps: Step[] = payments.map((payment) => ({
    ...{ day: payment.day, order: 1, kind: 'paid' },
    ...{ interest: payment.interest ?? 0, principal: principalOf(payment) },
  }))
  for (let years = 1; yearAfter(addDays(expiresAt, 1), years) <= day; years++)
    steps.push({ day: yearAfter(addDays(expiresAt, 1), years), order: 0, kind: 'year' })
  return steps.filter((step) => step.day <= day).sort((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1)) // prettier-ignore
}

/**
 * What is owed of an invoice on a day. Interest runs from the day after the last day on which it could be paid, over what is
 * open, and bears interest itself after each full year (article 6:119 BW).
 * @param rates none: there is no interest
 */
export function claimOf(owed: Owed, rates: readonly Rate[], day: string): Claim {
  let [principal, bearing, at] = [owed.principal, 0, addDays(owed.expiresAt, 1)]
  let interest = 0n
  // Of what bears interest itself: what was paid of it, which bears it again once that is taken back.
  let rested = 0
  const until = (next: string) => {
    if (next <= at) return
    interest += borne(Math.max(principal, 0) + bearing, at, next, rates)
    at = next
  }
  for (const step of stepsOf(owed, day)) {
    until(step.day)
    if (step.kind === 'year') bearing = cents(interest)
    else {
      principal -= step.principal
      interest -= BigInt(step.interest) * PARTS
      if (interest < 0n) interest = 0n
      const bears = step.interest < 0 ? bearing + Math.min(rested, -step.interest) : Math.min(bearing, cents(interest))
      rested += bearing - bears
      bearing = bears
    }
  }
  until(day)
  return { principal, interest: cents(interest) }
}

const cents = (parts: bigint): number => Number(rounded(parts, PARTS))
