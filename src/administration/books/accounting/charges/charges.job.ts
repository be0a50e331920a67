/** Costs and interest that were paid beside invoices are booked where those invoices are. */
import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { addDays } from '../../../../platform/format/zone.ts'
import { type JobHandler, addJob, waitsOutside } from '../../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Services } from '../../../../platform/services.ts'
import { closedUntil } from '../../../invoices/invoices/index.ts'
import { type PostingRule, entriesOf, postingRules } from '../../ledger/index.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import { BESIDE, retryBeside } from './charges.commands.ts'
import { besideNumber } from './charges.queries.ts'
import { type BesideRow, besideBooking } from './charges.rules.ts'
import { MOST_ATTEMPTS } from '../bookings/bookings.rules.ts'
import { type Choices, choicesOf } from '../settings/choices.queries.ts'
import { type Asking, alone, debtorThere } from '../debtors.commands.ts'
import { type Circumstances, linkedTo } from '../settings/link.queries.ts'

/** So many at once, those first that never failed; what is left comes with the next hour. */
const MOST = 500
const NO_ANSWER = 'Er kwam geen antwoord.'

/**
 * What was paid of them and is neither there nor on its way, as one document per invoice; what failed is tried again,
 * until it was asked so often that it waits for the morning.
 */
async function queue(db: Db, { provider, books }: Asking): Promise<void> {
  const until = await closedUntil(db)
  // What is in the closed period there takes nothing more.
  const first = until === '' ? sql`null::date` : sql`${addDays(until, 1)}::date`
  const at = sql`b.provider = ${provider.key} and b.administration = ${books.administration}`
  await sql`
    insert into accounting_beside (invoice_id, provider, administration, sequence, costs, interest, booked_on)
    select b.invoice_id, b.provider, b.administration, coalesce(d.last, 0) + 1, p.costs - coalesce(d.costs, 0),
      p.interest - coalesce(d.interest, 0), greatest(coalesce(p.day, current_date), ${first})
    from (
      select invoice_id from invoice_payments where costs is not null or interest is not null
      union select invoice_id from accounting_beside) asked
    join accounting_bookings b on b.invoice_id = asked.invoice_id and b.state = 'booked' and ${at}
    cross join lateral (
      select coalesce(sum(costs), 0)::bigint as costs, coalesce(sum(interest), 0)::bigint as interest,
        max(paid_on) filter (where costs is not null or interest is not null) as day
      from invoice_payments where invoice_id = b.invoice_id) p
    cross join lateral (
      select sum(d.costs)::bigint as costs, sum(d.interest)::bigint as interest, max(d.sequence) as last
      from accounting_beside d where d.invoice_id = b.invoice_id and d.provider = b.provider
        and d.administration = b.administration) d
    where (p.costs, p.interest) is distinct from (coalesce(d.costs, 0), coalesce(d.interest, 0))
    on conflict on constraint accounting_beside_once do nothing`.execute(db)
  await sql`update accounting_beside b set state = 'waiting'
    where state = 'failed' and attempts < ${MOST_ATTEMPTS} and ${at}`.execute(db)
}

const toDo = async (db: Db, { provider, books }: Asking) =>
  (
    await sql<BesideRow & { invoice_id: number; asked_at: Date | null; attempts: number }>`
      select b.id, b.invoice_id, ${besideNumber} as number, b.costs, b.interest, b.booked_on::text, b.asked_at, b.attempts, i.uid
      from accounting_beside b join invoices i on i.id = b.invoice_id
      where b.state = 'waiting' and b.provider = ${provider.key} and b.administration = ${books.administration}
      order by b.problem is not null, b.id limit ${MOST}`.execute(db)
  ).rows
type Row = Awaited<ReturnType<typeof toDo>>[number]

const tell = (
  db: Db,
  id: number,
  change: { state?: string; attempts?: number; asked_at?: Date | null; problem?: string | null; provider_id?: string },
) => db.updateTable('accounting_beside').set(change).where('id', '=', id).execute()

/** Makes sure that one is there, once: what may have been accepted without an answer is looked up first. */
async function bookOne(asking: Asking, db: Db, row: Row, known: { rules: PostingRule[]; choices: Choices }) {
  const { provider, call, books, settings } = asking
  // What is not told here asks nobody, so that it counts as no attempt.
  const made = besideBooking(row, known.rules, known.choices, { debtor: '', journal: settings.journal })
  if ('problem' in made) return void (await tell(db, row.id, { state: 'failed', problem: made.problem }))
  const [entry] = await entriesOf(db, [row.invoice_id])
  const booking = { ...made, debtor: await debtorThere(asking, db, entry!) }
  const there = row.asked_at === null ? null : await provider.find(call, books, booking)
  if (there === null) await tell(db, row.id, { asked_at: new Date() })
  const provider_id = there?.id ?? (await provider.book(call, books, booking))
  await tell(db, row.id, { state: 'booked', provider_id, asked_at: null, problem: null })
}

/** One at a time in all processes, so that none is sent twice. @returns why nothing else can be booked now; null otherwise */
const bookAlone = (asking: Asking, db: Db, row: Row, known: Parameters<typeof bookOne>[3]) =>
  alone(db, 'accounting beside', row.id, async (own): Promise<Limited | SignedOut | null> => {
    try {
      const still = await own.selectFrom('accounting_beside').select(['state', 'asked_at']).where('id', '=', row.id).executeTakeFirst() // prettier-ignore
      if (still?.state === 'waiting') await bookOne(asking, own, { ...row, asked_at: still.asked_at }, known)
      return null
    } catch (error) {
      return afterFailure(own, row, error)
    }
  })

async function afterFailure(db: Db, row: Row, error: unknown): Promise<Limited | SignedOut | null> {
  const attempts = row.attempts + 1
  if (error instanceof Refused) {
    await tell(db, row.id, { state: 'failed', attempts, asked_at: null, problem: error.row.message })
    return null
  }
  // Nothing was asked by these; of what got no answer nobody knows, and it is looked up first the next time.
  if (error instanceof Limited || error instanceof SignedOut) {
    await tell(db, row.id, { asked_at: row.asked_at })
    return error
  }
  if (!(error instanceof Unavailable)) throw error
  // It may be there: it is still looked up before anybody tries again.
  const gaveUp = attempts >= MOST_ATTEMPTS
  await tell(db, row.id, gaveUp ? { attempts, state: 'failed', problem: NO_ANSWER } : { attempts })
  return null
}

/** Books all that waits; may run twice at once. */
export async function bookBeside(services: Services, circumstances: Circumstances = {}): Promise<void> {
  const linked = await linkedTo(services, circumstances)
  if (!linked) return
  const { db } = services
  const asking: Asking = { ...linked, refused: new Map() }
  await queue(db, asking)
  const known = { rules: await postingRules(db), choices: await choicesOf(db, linked.provider.key) }
  for (const row of await toDo(db, asking)) {
    circumstances.signal?.throwIfAborted()
    const stop = await bookAlone(asking, db, row, known)
    if (stop instanceof Limited) await addJob(db, BESIDE, {}, { key: BESIDE, runAt: stop.until })
    if (stop !== null) return
  }
}

export const runBeside: JobHandler = waitsOutside((_payload, services, signal) => bookBeside(services, { signal }))

export const runBesideAgain: JobHandler = (_payload, services) => inTransaction(services.db, null, retryBeside)
