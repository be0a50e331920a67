/**
 * What letters asked beside an invoice, and what of a payment goes there: first costs, then interest, then the invoice
 * itself (article 6:44 BW). Whole cents and ISO days throughout.
 */
import { addDays } from '../../../platform/format/zone.ts'

/** The law counts fourteen days from the day after the letter came; a letter says fifteen, of which the first is that day. */
export const NOTICE_DAYS = 15

/** What is asked or paid beside an invoice. */
export interface Beside {
  costs: number
  interest: number
}

/** How an amount is divided; together it is that amount. */
export interface Division extends Beside {
  principal: number
}

/** A letter that left, with what it asked of one invoice. */
export interface AskingLetter extends Beside {
  step: string
  sent_on: string
}

/** What was asked of an invoice and what was paid of that, each of its day. */
export interface BesideFacts {
  /** What is open of the invoice itself, in cents. */
  open: number
  letters: readonly AskingLetter[]
  paid: readonly (Beside & { day: string })[]
}

/**
 * From which day on a letter can be paid with costs: the day on which it left, but of a fourteen-day letter the day after
 * its term, before which nothing beside the invoice is owed.
 */
export const owedFrom = ({ step, sent_on }: Pick<AskingLetter, 'step' | 'sent_on'>): string =>
  step === 'notice' ? addDays(sent_on, NOTICE_DAYS + 1) : sent_on

export const NOTHING: Beside = { costs: 0, interest: 0 }

/** All of these together. */
export const sumBeside = (all: readonly Beside[]): Beside =>
  all.reduce<Beside>((sum, one) => ({ costs: sum.costs + one.costs, interest: sum.interest + one.interest }), NOTHING)

/** What is more than something else; of each less is nothing. */
export const above = (one: Beside, other: Beside): Beside => ({
  costs: Math.max(0, one.costs - other.costs),
  interest: Math.max(0, one.interest - other.interest),
})

/** What was asked up to and including a day, whatever was paid of it. */
export const askedUntil = ({ letters }: Pick<BesideFacts, 'letters'>, day: string): Beside =>
  sumBeside(letters.filter((letter) => owedFrom(letter) <= day))

/** What was asked up to a day and was not paid, whether or not it is still owed. */
export function restOn(facts: Omit<BesideFacts, 'open'>, day: string): Beside {
  return above(askedUntil(facts, day), sumBeside(facts.paid))
}

/**
 * What is owed beside an invoice on a day: nothing once the invoice itself is paid, credited or written off. What was paid
 * of it counts whenever that was, so that a payment that is told later than it was made never pays the same costs again.
 */
export const owedOn = (facts: BesideFacts, day: string): Beside => (facts.open > 0 ? restOn(facts, day) : NOTHING)

/** What was owed beside an invoice that was open at the end of a day, by what was paid until then. */
export const owedThen = (facts: BesideFacts, day: string): Beside =>
  restOn({ ...facts, paid: facts.paid.filter((one) => one.day <= day) }, day)

export const besideOf = ({ costs, interest }: Beside): number => costs + interest

/** All of a division together, in cents. */
export const amountOf = ({ principal, ...beside }: Division): number => principal + besideOf(beside)

/** Divides what was paid by the law; what is more than costs and interest is of the invoice, however much it is. */
export function divisionOf(amount: number, owed: Beside): Division {
  const costs = Math.max(0, Math.min(owed.costs, amount))
  const interest = Math.max(0, Math.min(owed.interest, amount - costs))
  return { costs, interest, principal: amount - costs - interest }
}

/**
 * What of a payment goes back with a part of it: what was paid last by the law goes first, the invoice, then interest, then
 * costs. All of it gives back all of it.
 * @param left what is left of the payment, by its parts
 * @param amount at most what is left
 */
export function goesBack(left: Division, amount: number): Division {
  const principal = Math.max(0, Math.min(left.principal, amount))
  const interest = Math.max(0, Math.min(left.interest, amount - principal))
  return { principal, interest, costs: amount - principal - interest }
}

const minus = (cents: number): number => 0 - cents
/** The same amounts on the other side. */
export const turned = ({ costs, interest, principal }: Division): Division => ({
  ...{ costs: minus(costs), interest: minus(interest), principal: minus(principal) },
})

/** As the columns of a payment have it: nothing is no amount. */
export const columnsOf = ({ costs, interest }: Beside) => ({ costs: costs || null, interest: interest || null })
