import { sql } from 'kysely'
import { sqlState } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { type JobHandler, waitsOutside } from '../../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Services } from '../../../../platform/services.ts'
import { type InvoiceEntry, entriesOf, listLedgerAccounts } from '../../ledger/index.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import type { Booking, ErrorRow } from '../types.ts'
import { goOn } from './bookings.commands.ts'
import { MOST_ATTEMPTS, bookingOf, isSame, pauseAfter, problemsOf, withDetails } from './bookings.rules.ts'
import { type Choices, choicesOf } from '../settings/choices.queries.ts'
import { type Asking, alone, debtorThere } from '../debtors.commands.ts'
import { type Circumstances, linkedTo } from '../settings/link.queries.ts'
import type { Now } from '../providers/tokens.commands.ts'

/** Documents at once; each has a connection of its own while it is booked. */
const LANES = 4
/** After so many whoever looks on sees how far it is. */
const AT_ONCE = 40
const LEAST_PAUSE_MS = 500

interface Work extends Asking {
  services: Services
  choices: Choices
  accounts: Map<number, string>
  now: Now
  signal: AbortSignal | undefined
}

const toDo = (db: Db, { provider, books, now }: Work, after: number) =>
  db
    .selectFrom('accounting_bookings')
    .select(['id', 'invoice_id'])
    .where('state', 'in', ['waiting', 'booking'])
    .where('provider', '=', provider.key)
    .where('administration', '=', books.administration)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', now())]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

/**
 * Books what waits, document by document, in several lanes. Each is held by a lock of its connection, so that what a
 * killed process leaves is taken over at once; what may have been accepted without an answer is looked up first.
 */
export async function bookWaiting(services: Services, circumstances: Circumstances = {}): Promise<void> {
  const linked = await linkedTo(services, circumstances)
  if (!linked) return
  const work: Work = {
    ...linked,
    services,
    choices: await choicesOf(services.db, linked.provider.key),
    accounts: new Map((await listLedgerAccounts(services.db).execute()).map(({ id, label }) => [id, label])),
    now: circumstances.now ?? (() => new Date()),
    refused: new Map(),
    signal: circumstances.signal,
  }
  let stop: Limited | SignedOut | null = null
  for (let after = 0; stop === null;) {
    const rows = await toDo(services.db, work, after)
    if (rows.length === 0) break
    after = rows.at(-1)!.id
    const found = await entriesOf(services.db, rows.map(({ invoice_id }) => invoice_id)) // prettier-ignore
    const entries = new Map(found.map((entry) => [entry.id, entry]))
    const lane = async () => {
      for (let row = rows.shift(); row !== undefined && stop === null; row = rows.shift()) {
        work.signal?.throwIfAborted()
        const outcome = await bookAlone(work, row.id, entries.get(row.invoice_id)!)
        if (outcome !== null) stop ??= outcome
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await services.changes.announce(services.db, [{ type: 'accounting_booking', id: 0 }])
  }
  await continueLater(work, stop)
}

/** What waits is gone on with when its time comes; without a sign-in that begins it. */
async function continueLater({ services, provider, now }: Work, stop: Limited | SignedOut | null): Promise<void> {
  const { db } = services
  const at = stop instanceof Limited ? stop.until : stop === null ? await nextMoment(db, provider.key) : null
  // What another process is booking now is looked at again after a while.
  if (at !== null) await goOn(db, new Date(Math.max(at.getTime() - now().getTime(), LEAST_PAUSE_MS) + Date.now()))
  await services.changes.announce(db, [{ type: 'accounting_booking', id: 0 }])
}

async function nextMoment(db: Db, provider: string): Promise<Date | null> {
  const row = await db
    .selectFrom('accounting_bookings')
    .select(sql<Date | null>`min(coalesce(not_before, now()))`.as('at'))
    .where('state', 'in', ['waiting', 'booking'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Books one document while nobody else can. @returns why nothing else can be booked now either; null otherwise */
const bookAlone = (work: Work, id: number, entry: InvoiceEntry): Promise<Limited | SignedOut | null> =>
  alone(work.services.db, 'accounting booking', id, (db) => bookOne(work, db, id, entry))

type Row = NonNullable<Awaited<ReturnType<typeof readBooking>>>
const readBooking = (db: Db, id: number) =>
  db
    .selectFrom('accounting_bookings')
    .innerJoin('invoices', 'invoices.id', 'accounting_bookings.invoice_id')
    .select(['accounting_bookings.id', 'accounting_bookings.invoice_id', 'accounting_bookings.state'])
    .select(['accounting_bookings.attempts', 'accounting_bookings.asked_at', 'accounting_bookings.redo'])
    .select(['invoices.payment_condition_id', 'invoices.company_id', 'invoices.contact_id'])
    .where('accounting_bookings.id', '=', id)
    .executeTakeFirst()

type Change = Partial<{
  state: string
  attempts: number
  asked_at: Date | null
  not_before: Date | null
  errors: string
}>
const tell = (db: Db, id: number, change: Change) =>
  db.updateTable('accounting_bookings').set(change).where('id', '=', id).execute()

/** From here on what is asked anew is seen by the state, which goes back to waiting. */
const begin = (db: Db, id: number) =>
  db
    .updateTable('accounting_bookings')
    .set((eb) => ({ state: 'booking', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'booking'])
    .returning('redo')
    .executeTakeFirst()

const failed = (db: Db, id: number, rows: ErrorRow[]) =>
  tell(db, id, { state: 'failed', not_before: null, errors: JSON.stringify(rows) })

async function bookOne(work: Work, db: Db, id: number, entry: InvoiceEntry): Promise<Limited | SignedOut | null> {
  const row = await readBooking(db, id)
  if (!row || (row.state !== 'waiting' && row.state !== 'booking')) return null
  const invoice = `Factuur ${entry.snapshot.number}`
  const problems = problemsOf({ ...entry, ...row, id: row.invoice_id }, work.choices, work.accounts)
  if (problems.length > 0) {
    const rows = problems.map(({ text }) => ({ provider: work.provider.label, errorCode: 'NOG_INVULLEN', message: text, details: invoice })) // prettier-ignore
    await failed(db, id, rows)
    return null
  }
  const begun = await begin(db, id)
  if (!begun) return null
  try {
    const provider_id = await atProvider(work, db, { ...row, redo: begun.redo }, entry)
    // Whoever wants it booked anew meanwhile has put it back: then it still waits, with what they asked.
    await db
      .updateTable('accounting_bookings')
      .set({
        state: 'booked',
        provider_id,
        booked_at: work.now(),
        asked_at: null,
        redo: false,
        not_before: null,
        errors: '[]',
      })
      .where('id', '=', id)
      .where('state', '=', 'booking')
      .execute()
    return null
  } catch (error) {
    return afterFailure(work, db, row, invoice, error)
  }
}

async function afterFailure(work: Work, db: Db, row: Row, invoice: string, error: unknown) {
  if (error instanceof Refused) {
    await failed(db, row.id, [withDetails(error.row, error.row.details || invoice)])
    return null
  }
  if (error instanceof SignedOut || error instanceof Limited) {
    // Nothing was asked, so that it counts as no attempt.
    await tell(db, row.id, { state: 'waiting', attempts: row.attempts })
    return error
  }
  if (!(error instanceof Unavailable) && sqlState(error) !== '55P03') throw error
  const attempts = row.attempts + 1
  if (attempts >= MOST_ATTEMPTS) {
    const told = { provider: work.provider.label, errorCode: 'GEEN_ANTWOORD', message: 'Er kwam geen antwoord.' }
    // It may be there: it is still looked up before anybody tries again.
    await tell(db, row.id, { state: 'failed', not_before: null, errors: JSON.stringify([{ ...told, details: invoice }]) }) // prettier-ignore
    return null
  }
  await tell(db, row.id, { state: 'waiting', not_before: new Date(work.now().getTime() + pauseAfter(attempts)) })
  return null
}

/** Makes sure that the invoice is there, once, as it is here. */
async function atProvider(work: Work, db: Db, row: Row, entry: InvoiceEntry): Promise<string> {
  const { provider, call, books, choices, settings } = work
  const debtor = await debtorThere(work, db, entry)
  const asked = { debtor, journal: settings.journal, payment_condition_id: row.payment_condition_id }
  const booking: Booking = bookingOf(entry, choices, asked)
  if (row.asked_at !== null || row.redo) {
    const there = await provider.find(call, books, booking)
    if (there !== null && (!row.redo || isSame(booking, there, provider.inclusive))) return there.id
    if (there !== null) await provider.remove(call, books, there.id)
  }
  await tell(db, row.id, { asked_at: work.now() })
  try {
    return await provider.book(call, books, booking)
  } catch (error) {
    // These say that nothing was accepted; of anything else nobody knows.
    if (error instanceof Refused || error instanceof Limited || error instanceof SignedOut)
      await tell(db, row.id, { asked_at: null })
    throw error
  }
}

/** The job of the outbox. */
export const runBookings: JobHandler = waitsOutside((_payload, services, signal) => bookWaiting(services, { signal }))
