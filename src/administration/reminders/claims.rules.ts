/** What somebody still owes of one invoice: what was paid goes to costs first, then interest, then principal (article 6:44 BW). */
import { HUNDRED, exact, rounded } from '../prices/index.ts'
import { dayOf, isoDay, partsOf, readDay } from '../../platform/format/days.ts'
import { formatDate } from '../../platform/format/format.ts'
import { addDays } from '../../platform/format/zone.ts'

/** A percentage per year from a day on, as digits. Days are ISO throughout. */
export interface Rate {
  from: string
  percentage: string
}

interface Dated {
  day: string
  cents: number
}

/** One invoice and what happened to it. */
export interface Owed {
  /** What was to be paid by `expiresAt`, without what was credited. */
  principal: number
  expiresAt: string
  payments: readonly Dated[]
  /** Costs that were asked in letters, as far as they are of this invoice. */
  costs: readonly Dated[]
}

export interface Claim {
  principal: number
  interest: number
  costs: number
  paid: { costs: number; interest: number; principal: number; over: number }
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

type Step = { day: string; order: number } & ({ kind: 'costs' | 'paid'; cents: number } | { kind: 'year' })

function stepsOf({ payments, costs, expiresAt }: Owed, day: string): Step[] {
  const steps: Step[] = [
    ...costs.map(({ day: on, cents }) => ({ day: on, order: 1, kind: 'costs' as const, cents })),
    ...payments.map(({ day: on, cents }) => ({ day: on, order: 2, kind: 'paid' as const, cents })),
  ]
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
  const paid = { costs: 0, interest: 0, principal: 0, over: 0 }
  const { principal: asked } = owed
  let [principal, costs, bearing, at] = [asked, 0, 0, addDays(owed.expiresAt, 1)]
  let interest = 0n
  // Of what bears interest itself: what was paid of it, which bears it again once that is taken back.
  let rested = 0
  const until = (next: string) => {
    if (next <= at) return
    interest += borne(Math.max(principal, 0) + bearing, at, next, rates)
    at = next
  }
  const take = (most: number, left: number): number => Math.max(0, Math.min(most, left))
  for (const step of stepsOf(owed, day)) {
    until(step.day)
    if (step.kind === 'costs') costs += step.cents
    else if (step.kind === 'year') bearing = cents(interest)
    else if (step.cents < 0) {
      const back = undone(paid, -step.cents)
      const bears = take(rested, back.interest)
      principal += back.principal
      interest += BigInt(back.interest) * PARTS
      bearing += bears
      rested -= bears
      costs += back.costs
    } else {
      const ofCosts = take(costs, step.cents)
      const ofInterest = take(cents(interest), step.cents - ofCosts)
      const ofPrincipal = take(principal, step.cents - ofCosts - ofInterest)
      costs -= ofCosts
      interest -= BigInt(ofInterest) * PARTS
      if (interest < 0n) interest = 0n
      const bears = Math.min(bearing, cents(interest))
      rested += bearing - bears
      bearing = bears
      principal -= ofPrincipal
      paid.costs += ofCosts
      paid.interest += ofInterest
      paid.principal += ofPrincipal
      paid.over += step.cents - ofCosts - ofInterest - ofPrincipal
    }
  }
  until(day)
  return { principal, interest: cents(interest), costs, paid }
}

const cents = (parts: bigint): number => Number(rounded(parts, PARTS))

/**
 * A payment that was taken back undoes what was paid last: what was too much, then principal, interest and costs. What
 * went back beyond all that was ever paid is owed as principal. @returns what is owed again
 */
function undone(paid: Claim['paid'], amount: number): Omit<Claim['paid'], 'over'> {
  let left = amount
  const undo = (kind: keyof Claim['paid']): number => {
    const back = Math.max(0, Math.min(paid[kind], left))
    paid[kind] -= back
    left -= back
    return back
  }
  undo('over')
  const [principal, interest, costs] = [undo('principal'), undo('interest'), undo('costs')]
  paid.principal -= left
  return { principal: principal + left, interest, costs }
}

/** All that is asked together. */
export const totalOf = ({ principal, interest, costs }: Pick<Claim, 'principal' | 'interest' | 'costs'>): number =>
  principal + interest + costs
