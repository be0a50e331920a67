/**
 * What came in there and not here, of an invoice with what was booked beside it: both together are one debt, however the
 * bookkeeper divided what was paid. Whole cents and ISO days throughout.
 */
import type { Doubt, TheirOpen } from './accounting.types.ts'

/** A document there of costs and interest, with what it comes to; below zero where it takes another one back. */
export interface BesideDocument {
  id: string
  number: string
  total: number
}

/** An answer about one of them. */
interface Answered {
  total: number
  there: TheirOpen
}

interface Received {
  amount: number
  /** The day of the last payment there, where all that was paid says one. */
  paidOn: string | null
  /** Why there may be more. */
  doubt: Doubt | null
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

function lastDay(answers: readonly Answered[]): string | null {
  const days = answers.flatMap(({ total, there }) => ('doubt' in there || there.open === total ? [] : [there.paidOn]))
  return days.includes(null) ? null : ((days as string[]).sort().at(-1) ?? null)
}

/**
 * @param here what is open of the invoice, and what was paid of costs and interest beside it
 * @param invoice what the package says of it
 * @param beside what it says of each document beside it; one of which it says nothing certain counts as not paid there
 */
export function receivedThere(
  here: { open: number; paidBeside: number },
  invoice: Answered & { there: Exclude<TheirOpen, { doubt: Doubt }> },
  beside: readonly Answered[],
): Received {
  // What was let go and is not taken back there yet may be on its way, and lessens nothing until that is known.
  const unbooked = Math.max(0, here.paidBeside - sum(beside.map(({ total }) => total)))
  const leaves = (unsure: (total: number) => number) => {
    const others = beside.map(({ total, there }) => ('doubt' in there ? unsure(total) : there.open))
    return Math.max(0, here.open - Math.max(0, invoice.there.open + sum(others) + unbooked))
  }
  const amount = leaves((total) => Math.max(0, total))
  const unsure = beside.flatMap(({ there }) => ('doubt' in there ? [there.doubt] : []))
  return {
    ...{ amount, paidOn: lastDay([invoice, ...beside]) },
    doubt: leaves((total) => Math.min(0, total)) > amount ? unsure[0]! : null,
  }
}
