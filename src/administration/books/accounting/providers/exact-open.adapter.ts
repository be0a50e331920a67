/** What was paid of invoices that are booked in Exact Online. */
import type { AskedOpen, Books, Call, TheirOpen } from '../types.ts'
import { acceptedShift } from '../bookings/bookings.rules.ts'
import { type Row, all, at, cents, dayOf, quoted, text } from './exact-rows.adapter.ts'

/** Entries that one question asks for; a longer address is refused by what stands in between. */
const IDS_AT_ONCE = 20

const entryKey = (journal: unknown, number: unknown): string => `${text(journal).trim()} ${text(number)}`

function sums(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, number> {
  const open = new Map<string, number>()
  for (const row of rows) open.set(keyOf(row), (open.get(keyOf(row)) ?? 0) + cents(row.Amount))
  return open
}

const ENTRIES = { path: 'salesentry/SalesEntries', id: 'EntryID', more: 'EntryNumber,JournalCode,AmountFC' }
const RECEIVABLES = { path: 'cashflow/Receivables', id: 'TransactionEntryID', more: 'IsFullyPaid,LastPaymentDate' }

async function byIds(call: Call, books: Books, { path, id, more }: typeof ENTRIES, ids: readonly string[]) {
  const known = ids.filter((one) => one !== '')
  if (known.length === 0) return []
  const $filter = known.map((one) => `${id} eq guid${quoted(one)}`).join(' or ')
  return all(call, at(books, path, { $filter, $select: `${id},${more}` }))
}

/** The receivables of an entry say themselves that they were paid; that they are not on a list proves nothing. */
function proofOf(receivables: readonly Row[], shift: number): TheirOpen {
  if (receivables.length === 0 || !receivables.every((row) => row.IsFullyPaid === true)) return { doubt: 'unproven' }
  const days = receivables.map((row) => dayOf(row.LastPaymentDate)).filter((day) => day !== '')
  return { open: shift, paidOn: days.sort().at(-1) ?? null }
}

/**
 * What is open there. The list names invoices by a reference that anybody can change there; so what seems to be paid is
 * looked up by the entry that was booked: what is open under its own number, and whether its receivables say that they
 * were paid. What was told is told at once, so that whoever is stopped half-way keeps it.
 */
export async function* openOf(
  call: Call,
  books: Books,
  asked: readonly AskedOpen[],
): AsyncGenerator<Map<string, TheirOpen>> {
  const $select = 'YourRef,EntryNumber,JournalCode,Amount'
  const list = await all(call, at(books, 'read/financial/ReceivablesList', { $select }))
  const named = sums(list, (row) => text(row.YourRef))
  const numbered = sums(list, (row) => entryKey(row.JournalCode, row.EntryNumber))
  const whole = asked.filter(
    ({ number, open, accepted = [], byEntry }) => !byEntry && accepted.length === 0 && (named.get(number) ?? 0) >= open,
  )
  yield new Map(whole.map(({ number }) => [number, { open: named.get(number)!, paidOn: null }]))
  const others = asked.filter((one) => !whole.includes(one))
  for (let from = 0; from < others.length; from += IDS_AT_ONCE) {
    const some = others.slice(from, from + IDS_AT_ONCE)
    const entries = await byIds(
      call,
      books,
      ENTRIES,
      some.map(({ id }) => id),
    )
    const found = new Map(entries.map((row) => [text(row.EntryID), row]))
    const answers = new Map<string, TheirOpen>()
    const gone: AskedOpen[] = []
    const shifts = new Map<AskedOpen, number>()
    for (const one of some) {
      const entry = found.get(one.id)
      const open = entry && numbered.get(entryKey(entry.JournalCode, entry.EntryNumber))
      const shift = entry ? acceptedShift(one, cents(entry.AmountFC)) : null
      shifts.set(one, shift ?? 0)
      if (!entry) answers.set(one.number, { doubt: 'missing' })
      else if (shift === null && (open ?? 0) < one.open) answers.set(one.number, { doubt: 'amount' })
      else if (open !== undefined) answers.set(one.number, { open: open + (shift ?? 0), paidOn: null })
      else gone.push(one)
    }
    yield answers
    const receivables = await byIds(
      call,
      books,
      RECEIVABLES,
      gone.map(({ id }) => id),
    )
    const of = ({ id }: AskedOpen) => receivables.filter((row) => text(row.TransactionEntryID) === id)
    yield new Map(gone.map((one) => [one.number, proofOf(of(one), shifts.get(one)!)]))
  }
}
