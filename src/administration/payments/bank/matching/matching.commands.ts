import { type SqlBool, sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Trx } from '../../../../platform/database/types.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { type Beside, type BesideFacts, sumBeside } from '../../../sales/claims/index.ts'
import { bookProposal } from '../booking.commands.ts'
import { type Locked, holdInvoices, whileHeld } from '../holding.commands.ts'
import { besideByKey } from './known-items.queries.ts'
import { readKnown } from './known-payers.queries.ts'
import { propose } from './matching.rules.ts'
import type { EntryFacts, Known, KnownInvoice, Proposal } from './types.ts'
import { namedInVain } from './outgoing.rules.ts'
import { listPayouts } from './payouts.queries.ts'

/** So many entries are looked up at once: memory does not grow with a statement. */
const BATCH = 250

/** Which entries are matched: those of statements, or some by id. */
type Which = { statements: readonly number[] } | { ids: readonly number[] }

interface OpenEntry extends EntryFacts {
  id: number
}

const conditionOf = (which: Which) =>
  'statements' in which
    ? sql<SqlBool>`statement_id = any(${[...which.statements]}::integer[])`
    : sql<SqlBool>`id = any(${which.ids}::integer[])`

/** What another save holds is left to that save, which looks at its invoices itself. */
const readOpen = (trx: Trx, which: Which, after: number) =>
  trx
    .selectFrom('bank_entries')
    .select(['id', 'booked_on', 'amount', 'counter_iban', 'counter_name', 'end_to_end', 'return_reason', 'payments'])
    .select(sql<string>`concat_ws(' ', description, structured_ref, end_to_end)`.as('text'))
    .where('state', 'in', ['todo', 'proposed'])
    .where(conditionOf(which))
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()

const NOTHING_OUT = 'Uitgaande betaling die bij geen factuur hoort'

/** What is written down of an entry that was not booked. */
interface Told {
  id: number
  state: 'todo' | 'proposed' | 'ignored'
  confidence: string | null
  reason: string
  proposal: Proposal | null
  proposed_ids: number[]
}

const idsOf = (proposal: Proposal): number[] =>
  proposal.kind === 'payment'
    ? proposal.parts.map(({ invoice_id }) => invoice_id)
    : proposal.kind === 'return'
      ? [proposal.invoice_id]
      : []

/** What nothing is proposed for: money that went out is none of ours, unless it names an invoice. */
function untold(entry: OpenEntry, known: Known): Pick<Told, 'state' | 'reason'> {
  const { payments = 1 } = entry
  if (entry.amount > 0 && payments > 1) return { state: 'todo', reason: `${payments} betalingen in één bedrag` }
  if (entry.amount >= 0 || entry.return_reason !== null) return { state: 'todo', reason: '' }
  const named = namedInVain(entry, known)
  return named === null ? { state: 'ignored', reason: NOTHING_OUT } : { state: 'todo', reason: named }
}

const toldOf = (entry: OpenEntry, proposal: Proposal | null, known: Known): Told =>
  proposal === null
    ? { id: entry.id, ...untold(entry, known), confidence: null, proposal: null, proposed_ids: [] }
    : {
        id: entry.id,
        state: 'proposed',
        reason: proposal.reason,
        confidence: proposal.confidence,
        proposal,
        proposed_ids: idsOf(proposal),
      }

/** Writes what was found, in one statement; an entry of which nothing changed stays as it is. */
const write = (trx: Trx, told: readonly Told[]) =>
  sql`
    update bank_entries e set state = t.state, confidence = t.confidence, reason = t.reason, proposal = t.proposal,
      proposed_ids = t.proposed_ids
    from jsonb_to_recordset(${JSON.stringify(told.map(({ proposal, ...row }) => ({ ...row, proposal })))}::jsonb)
      as t (id integer, state text, confidence text, reason text, proposal jsonb, proposed_ids integer[])
    where e.id = t.id and (e.state, e.reason, e.proposal, e.proposed_ids) is distinct from
      (t.state, t.reason, nullif(t.proposal, 'null'::jsonb), t.proposed_ids)`.execute(trx)

/** What is booked counts for what comes after it in the same file. */
function settle(known: Known, proposal: Proposal, entry: OpenEntry): void {
  switch (proposal.kind) {
    case 'payment':
      for (const { invoice_id, amount, difference, costs = 0, interest = 0 } of proposal.parts) {
        const invoice = known.byId(invoice_id)
        if (!invoice) continue
        invoice.open -= amount + difference - costs - interest
        if (invoice.beside)
          invoice.beside = { ...invoice.beside, paid: [...invoice.beside.paid, { day: entry.booked_on, costs, interest }] } // prettier-ignore
      }
      if (entry.counter_iban !== null) known.remember(entry.counter_iban, proposal.parts[0]!.invoice_id)
      return
    case 'return':
      return known.forgetPayment(proposal.payment_id)
    case 'payout':
      known.payouts = known.payouts.map((one) => (one.id === proposal.payout ? { ...one, taken: true } : one))
  }
}

interface Found {
  certain: { entry: OpenEntry; proposal: Proposal }[]
  told: Told[]
  proposed: number
}

/** A customer with many open invoices takes a rule some milliseconds: others come in between so many entries. */
const AT_ONCE = 10

/** What a batch pays, in the order of its entries; nothing is booked by that. */
async function findAll(
  known: Known,
  entries: readonly OpenEntry[],
  { difference, books }: { difference: number; books: boolean },
): Promise<Found> {
  const found: Found = { certain: [], told: [], proposed: 0 }
  for (const [i, entry] of entries.entries()) {
    if (i % AT_ONCE === 0) await setImmediate()
    const proposal = propose(entry, known, { difference })
    if (proposal?.confidence === 'certain' && books) {
      found.certain.push({ entry, proposal })
      settle(known, proposal, entry)
    } else {
      found.told.push(toldOf(entry, proposal, known))
      if (proposal) found.proposed++
    }
  }
  return found
}

type Standing = Pick<KnownInvoice, 'open'> & { beside: BesideFacts | undefined }

const isSum = (one: readonly Beside[] = [], other: readonly Beside[] = []): boolean => {
  const [mine, theirs] = [sumBeside(one), sumBeside(other)]
  return mine.costs === theirs.costs && mine.interest === theirs.interest
}

/** Whether an invoice stands as it did: what is open of it, and what letters asked beside it and was paid of that. */
const isSame = (one: Standing, other: Standing): boolean =>
  one.open === other.open &&
  isSum(one.beside?.letters, other.beside?.letters) &&
  isSum(one.beside?.paid, other.beside?.paid)

const invoicesOf = ({ certain }: Found): number[] => [...new Set(certain.flatMap(({ proposal }) => idsOf(proposal)))]

interface Asked {
  difference: number
  books: boolean
  /** Invoices that are locked for this save already, whichever batch needed them. */
  locked: Locked
}

/**
 * What a batch pays, with the invoices locked that are to be booked on. Where somebody else booked on one of them
 * meanwhile it is looked up anew, until nobody did.
 * @throws HeldElsewhere where one cannot be had without a deadlock
 */
async function findLocked(
  trx: Trx,
  entries: readonly OpenEntry[],
  payouts: Known['payouts'],
  { locked, ...asked }: Asked,
): Promise<Found & Pick<Known, 'payouts'>> {
  for (;;) {
    const known = await readKnown(trx, entries, payouts)
    const before = new Map(known.invoices.map(({ id, open, beside }) => [id, { open, beside }]))
    const found = await findAll(known, entries, asked)
    const wanted = invoicesOf(found).filter((id) => !locked.has(id))
    const open = await holdInvoices(trx, locked, wanted)
    const beside = wanted.length === 0 ? new Map<number, BesideFacts>() : await besideByKey(trx, wanted)
    const stands = (id: number) => ({ open: open.get(id)!, beside: beside.get(id) })
    if (wanted.every((id) => !before.has(id) || isSame(before.get(id)!, stands(id))))
      return { ...found, payouts: known.payouts }
  }
}

/**
 * Looks up what entries pay that are not booked yet. What is certain is booked where the settings say so and `books`
 * does, the rest is proposed.
 */
export async function matchEntries(
  trx: Trx,
  which: Which,
  { books = true } = {},
): Promise<{ booked: number; proposed: number }> {
  const { book_certain, payment_difference: difference } = await readSetting(trx, 'bank')
  return whileHeld(trx, (locked) => matchAll(trx, which, { difference, books: books && book_certain, locked }))
}

async function matchAll(trx: Trx, which: Which, asked: Asked): Promise<{ booked: number; proposed: number }> {
  let payouts = await listPayouts(trx)
  const done = { booked: 0, proposed: 0 }
  for (let after = 0; ;) {
    const entries = await readOpen(trx, which, after)
    if (entries.length === 0) return done
    const found = await findLocked(trx, entries, payouts, asked)
    payouts = found.payouts
    for (const { entry, proposal } of found.certain) await bookProposal(trx, entry, proposal)
    await write(trx, found.told)
    done.booked += found.certain.length
    done.proposed += found.proposed
    after = entries.at(-1)!.id
  }
}
