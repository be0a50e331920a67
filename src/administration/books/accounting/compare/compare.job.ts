import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { formatDate, formatMoney } from '../../../../platform/format/format.ts'
import { type JobHandler, addJob, waitsOutside } from '../../../../platform/jobs/jobs.ts'
import type { Services } from '../../../../platform/services.ts'
import { entriesOf } from '../../ledger/index.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import type { Booking, TheirEntry } from '../types.ts'
import { besideNumber } from '../charges/charges.queries.ts'
import type { BookingState } from '../bookings/bookings.queries.ts'
import { type Difference, bookingOf, differencesOf } from '../bookings/bookings.rules.ts'
import { choicesOf } from '../settings/choices.queries.ts'
import { type Linked, linkedTo } from '../settings/link.queries.ts'
import { patient } from '../providers/retry-delay.ts'
import { takePayments } from '../payments/payments.commands.ts'
import { SIGN_IN } from '../payments/payments.job.ts'

export const COMPARE = 'accounting.compare'

interface Check {
  id: number
  from_day: string
  until_day: string
}

/** What was found of one document. */
interface Found extends Difference {
  invoice_id: number | null
  number: string
  their_id: string | null
}

const NONE = '–'

/** What is booked there according to us, in a period, as it would be sent now. */
async function ownBookings(db: Db, { provider, books, settings }: Linked, { from_day, until_day }: Check) {
  const rows = await db
    .selectFrom('accounting_bookings')
    .innerJoin('invoices', 'invoices.id', 'accounting_bookings.invoice_id')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .select(['invoices.id', 'invoices.payment_condition_id', 'accounting_bookings.provider_id'])
    .where('accounting_bookings.state', '=', 'booked')
    .where('accounting_bookings.provider', '=', provider.key)
    .where('accounting_bookings.administration', '=', books.administration)
    .where('invoices.invoice_date', '>=', from_day)
    .where('invoices.invoice_date', '<=', until_day)
    .orderBy('invoices.id')
    .execute()
  const choices = await choicesOf(db, provider.key)
  const debtors = await db
    .selectFrom('accounting_debtors')
    .select(['client_id', 'their_id'])
    .where('provider', '=', provider.key)
    .where('administration', '=', books.administration)
    .execute()
  const debtorOf = new Map(debtors.map((row) => [row.client_id, row.their_id]))
  const own = new Map<string, { id: number; provider_id: string | null; booking: Booking; customer: string }>()
  for (let at = 0; at < rows.length; at += 500) {
    const some = new Map(rows.slice(at, at + 500).map((row) => [row.id, row]))
    for (const entry of await entriesOf(db, [...some.keys()])) {
      const { payment_condition_id, provider_id } = some.get(entry.id)!
      const debtor = debtorOf.get(entry.snapshot.buyer.client_id ?? 0) ?? ''
      const booking = bookingOf(entry, choices, { debtor, journal: settings.journal, payment_condition_id })
      own.set(booking.number, { id: entry.id, provider_id, booking, customer: entry.snapshot.buyer.name })
    }
  }
  return own
}

/** Invoices of a period that have a number and are not booked there as far as we know, with why. */
async function unbooked(db: Db, { provider, books }: Linked, { from_day, until_day }: Check) {
  const { rows } = await sql<{ id: number; number: string; total: number; state: BookingState | null }>`
    select i.id, i.uid as number, i.total, b.state from invoices i
      left join accounting_bookings b on b.invoice_id = i.id and b.provider = ${provider.key}
        and b.administration = ${books.administration}
    where i.definitive_at is not null and i.invoice_date between ${from_day}::date and ${until_day}::date
      and b.state is distinct from 'booked'
      -- Where nothing is charged there is nothing to book.
      and exists (select from sale_lines l where l.invoice_id = i.id and l.amount <> 0)
    order by i.id`.execute(db)
  return rows
}

/** What the list says of an invoice that is here and not there. */
const UNBOOKED: Readonly<Record<BookingState, string>> = {
  waiting: 'Nog niet, wacht op boeken',
  booking: 'Nog niet, wordt geboekt',
  booked: '–',
  failed: 'Niet, want boekfout',
}

type Own = Awaited<ReturnType<typeof ownBookings>>

/** Numbers of what we booked of costs and interest, which are no invoices. */
async function besideNumbers(db: Db, { provider, books }: Linked): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select ${besideNumber} as number from accounting_beside b join invoices i on i.id = b.invoice_id
    where b.provider = ${provider.key} and b.administration = ${books.administration}`.execute(db)
  return new Set(rows.map(({ number }) => number))
}

/** Of entries there: what differs from ours, and which we do not know. */
function compared(entry: TheirEntry, own: Own, inclusive: boolean): Found[] {
  const ours = own.get(entry.number)
  const at = { number: entry.number || `boeking ${entry.id.slice(0, 8)}`, their_id: entry.id }
  if (!ours) return [{ ...at, invoice_id: null, field: 'missing_here', here: NONE, there: formatMoney(entry.total) }]
  const differences = differencesOf(ours.booking, entry, { inclusive, money: formatMoney })
  return differences.map((difference) =>
    difference.field === 'debtor'
      ? { ...at, ...difference, invoice_id: ours.id, here: ours.customer, there: 'Een andere debiteur' }
      : { ...at, ...difference, invoice_id: ours.id },
  )
}

/** The booking of an invoice, as far as we know which of several that is, and those too many. */
function sorted(entries: readonly TheirEntry[], providerId: string | null): [TheirEntry, TheirEntry[]] {
  const one = entries.find(({ id }) => id === providerId) ?? entries[0]!
  return [one, entries.filter((entry) => entry !== one)]
}

const doubleOf = (
  { number, document, date, total, id }: TheirEntry,
  ours: { id: number; booking: Booking },
): Found => ({
  ...{ invoice_id: ours.id, number, field: 'double', their_id: id },
  here: `Eén keer, ${formatMoney(ours.booking.total)}`,
  there: `Nog een keer, ${formatMoney(total)} op ${formatDate(date)}${document ? `, boekstuk ${document}` : ''}`,
})

async function findAll(
  linked: Linked,
  check: Check,
  { own, others, beside }: { own: Own; others: Awaited<ReturnType<typeof unbooked>>; beside: ReadonlySet<string> },
): Promise<Found[]> {
  const { provider, call, books, settings } = linked
  const found: Found[] = []
  const seen = new Map<string, TheirEntry[]>()
  const asked = { from: check.from_day, until: check.until_day, journal: settings.journal }
  for await (const page of provider.entries(call, books, asked))
    for (const entry of page.filter(({ number }) => !beside.has(number)))
      seen.set(entry.number, [...(seen.get(entry.number) ?? []), entry])
  for (const [number, entries] of seen) {
    const ours = own.get(number)
    const [one, tooMany] = ours ? sorted(entries, ours.provider_id) : [null, entries]
    for (const entry of one ? [one] : entries) found.push(...compared(entry, own, provider.inclusive))
    if (ours) found.push(...tooMany.map((entry) => doubleOf(entry, ours)))
  }
  for (const [number, { id, booking }] of own)
    if (!seen.has(number))
      found.push({ invoice_id: id, number, field: 'missing_there', here: formatMoney(booking.total), there: NONE, their_id: null }) // prettier-ignore
  for (const { id, number, total, state } of others)
    // What stands there all the same was told above.
    if (!seen.has(number))
      found.push({ invoice_id: id, number, field: 'missing_there', here: formatMoney(total), there: state === null ? 'Niet, want nooit geboekt' : UNBOOKED[state], their_id: null }) // prettier-ignore
  return found
}

const counted = (db: Db, id: number, made: number) =>
  db
    .updateTable('accounting_checks')
    .set((eb) => ({ payments: eb('payments', '+', made) }))
    .where('id', '=', id)
    .execute()

/** Compares a period with what is booked there, and takes payments over. */
async function compare(services: Services, checkId: number, signal?: AbortSignal): Promise<void> {
  const { db } = services
  const check = await db.selectFrom('accounting_checks').selectAll().where('id', '=', checkId).executeTakeFirst()
  if (check?.state !== 'running') return
  const end = (fields: { state: string; problem?: string; compared?: number }) =>
    inTransaction(db, null, async (trx) => {
      await trx.updateTable('accounting_checks').set(fields).where('id', '=', checkId).execute()
      await services.changes.announce(trx, [{ type: 'accounting_booking', id: 0 }])
    })
  try {
    const asked = await linkedTo(services, { signal })
    if (!asked) throw new SignedOut()
    const linked = { ...asked, call: patient(asked, signal) }
    const own = await ownBookings(db, linked, check)
    const others = await unbooked(db, linked, check)
    const beside = await besideNumbers(db, linked)
    const found = await findAll(linked, check, { own, others, beside })
    await takePayments(services, linked, { told: (made) => counted(db, checkId, made) })
    await keepFound(db, checkId, found)
    await end({ state: 'done', compared: own.size + others.length })
  } catch (error) {
    if (error instanceof Limited) {
      await addJob(db, COMPARE, { check: checkId }, { key: `${COMPARE}.${checkId}`, runAt: error.until })
      return
    }
    if (error instanceof SignedOut) return void (await end({ state: 'failed', problem: SIGN_IN })) // prettier-ignore
    if (error instanceof Refused) return void (await end({ state: 'failed', problem: error.row.message }))
    throw error
  }
}

/** What was accepted before is not told of again. */
async function keepFound(db: Db, check_id: number, found: readonly Found[]): Promise<void> {
  const accepted = await db
    .selectFrom('accounting_differences')
    .select(['number', 'field', 'here', 'there'])
    .where('state', '=', 'accepted')
    .execute()
  const known = new Set(accepted.map((one) => [one.number, one.field, one.here, one.there].join('|')))
  const fresh = found.filter((one) => !known.has([one.number, one.field, one.here, one.there].join('|')))
  // An entry there that has the number of an invoice that we did not book is told with it.
  const numbers = fresh.flatMap(({ invoice_id, number }) => (invoice_id === null ? [number] : []))
  const rows = numbers.length === 0 ? [] : await db.selectFrom('invoices').select(['id', 'uid']).where('uid', 'in', numbers).execute() // prettier-ignore
  const ids = new Map(rows.map(({ id, uid }) => [uid!, id]))
  for (let at = 0; at < fresh.length; at += 500)
    await db
      .insertInto('accounting_differences')
      .values(
        fresh
          .slice(at, at + 500)
          .map((one) => ({ check_id, ...one, invoice_id: one.invoice_id ?? ids.get(one.number) ?? null })),
      ) // prettier-ignore
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const runCompare: JobHandler = waitsOutside(({ check }, services, signal) =>
  compare(services, Number(check), signal),
)

/** Begins a comparison. */
export async function startCheck(
  trx: Parameters<typeof addJob>[0],
  check: { provider: string; administration: string; from_day: string; until_day: string; started_by: number },
): Promise<number> {
  await sql`update accounting_checks set state = 'failed', problem = 'Opnieuw begonnen.' where state = 'running'`.execute(trx) // prettier-ignore
  const { id } = await trx.insertInto('accounting_checks').values(check).returning('id').executeTakeFirstOrThrow()
  await addJob(trx, COMPARE, { check: id }, { key: `${COMPARE}.${id}` })
  return id
}
