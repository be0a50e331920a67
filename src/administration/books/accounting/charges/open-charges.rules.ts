/**
 * What came in there and not here, and what went back there, of an invoice with what was booked beside it: both together
 * are one debt, however the bookkeeper divided what was paid. Whole cents and ISO days throughout.
 */
import type { AskedOpen, Doubt, TheirOpen } from '../types.ts'

/** A document there of costs and interest, with what it comes to; below zero where it takes another one back. */
export interface BesideDocument {
  id: string
  number: string
  total: number
}

/** An answer about one of them. */
export interface Answered {
  total: number
  there: TheirOpen
}

/** An answer that says something. */
export type Known = Exclude<TheirOpen, { doubt: Doubt }>

/** An invoice with what is booked beside it there; `open` is what the answer is held against. */
interface Row {
  uid: string | null
  provider_id: string | null
  total: number
  open: number
  accepted: NonNullable<AskedOpen['accepted']>
  beside: readonly BesideDocument[]
}

/**
 * What is asked of an invoice: itself and what is booked beside it there, of which no list is taken at its word.
 * @param byEntry whether the invoice itself is not either
 */
export const askedOf = (
  { uid, provider_id, total, open, accepted, beside }: Row,
  byEntry = beside.length > 0,
): AskedOpen[] => [
  { id: provider_id ?? '', number: uid!, ...{ total, open, accepted, byEntry } },
  ...beside.map((one) => ({ ...one, open: one.total, byEntry: true })),
]

/** Hands out an invoice once all is known that was asked about it; answers come some at a time. */
export function collector<R extends Row>(rows: readonly R[]) {
  const of = new Map(rows.flatMap((row) => [row.uid!, ...row.beside.map(({ number }) => number)].map((number) => [number, row]))) // prettier-ignore
  const known = new Map<string, TheirOpen>()
  return (answers: ReadonlyMap<string, TheirOpen>) => {
    for (const [number, there] of answers) known.set(number, there)
    const touched = new Set([...answers.keys()].map((number) => of.get(number)!))
    return [...touched].flatMap((row) => {
      const there = known.get(row.uid!)
      const beside = row.beside.map(({ number, total }) => ({ total, there: known.get(number) }))
      return there && beside.every((one): one is Answered => one.there !== undefined) ? [{ row, there, beside }] : []
    })
  }
}

interface Received {
  amount: number
  /** The day of the last payment there, of the invoice where that explains it all, where all that was paid says one. */
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
  invoice: Answered & { there: Known },
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
  // What is beside it may be of a payment that was booked here, whenever the bookkeeper came to know of it.
  const isOfInvoice = amount <= here.open - Math.max(0, invoice.there.open)
  return {
    ...{ amount, paidOn: isOfInvoice ? invoice.there.paidOn : lastDay([invoice, ...beside]) },
    doubt: leaves((total) => Math.min(0, total)) > amount ? unsure[0]! : null,
  }
}

const isKnown = (one: Answered): one is Answered & { there: Known } => !('doubt' in one.there)
const paidOf = ({ total, there }: { total: number; there: Known }): number => total - there.open

/**
 * How much of what was taken over is still paid there: never less than what taking over books by the same answers, so
 * that it stays as long as they do. What was paid here of costs and interest accounts for what is paid there of the
 * documents beside the invoice, and no more than that: the bookkeeper may know of it later.
 * @param here what was paid of costs and interest beside the invoice
 * @returns null where one of the answers says nothing certain
 */
export function paidThere(here: { paidBeside: number }, invoice: Answered, beside: readonly Answered[]): number | null {
  if (!isKnown(invoice) || !beside.every(isKnown)) return null
  return Math.max(0, paidOf(invoice) + Math.max(0, sum(beside.map(paidOf)) - here.paidBeside))
}
