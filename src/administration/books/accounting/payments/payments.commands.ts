/** Payments that were made in the package for bookkeeping become payments here. */
import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { today } from '../../../../platform/format/zone.ts'
import type { Services } from '../../../../platform/services.ts'
import { bookPayment } from '../../../invoices/invoices/index.ts'
import type { Doubt } from '../types.ts'
import { acceptedAmounts, bookedBeside, paidBeside } from '../bookings/requested.queries.ts'
import { type Answered, type Known, askedOf, collector, receivedThere } from '../charges/open-charges.rules.ts'
import type { Linked } from '../settings/link.queries.ts'

/** Which of the open invoices: those after an id, so many. */
interface Some {
  after?: number
  most?: number
}

/** No money went back since the last payment that came from there, other than by what was told there. */
const keepsMoney = sql<boolean>`not exists (
  select from invoice_payments back where back.invoice_id = invoices.id and back.takes_back_id is not null
    and not exists (select from accounting_reversals told where told.payment_id = back.id)
    and not exists (select from invoice_payments p
      where p.invoice_id = invoices.id and p.source = 'ledger' and p.takes_back_id is null and p.id > back.id))`

/**
 * Of what we think is open: what is booked there. Where money went back it is left alone: until somebody books that there
 * as well it is paid there, and would be paid here once more.
 */
const openHere = (db: Db, { provider, books }: Linked, { after = 0, most }: Some) =>
  db
    .selectFrom('accounting_bookings')
    .innerJoin('invoices', 'invoices.id', 'accounting_bookings.invoice_id')
    .select(['invoices.id', 'invoices.uid', 'accounting_bookings.provider_id'])
    .select([sql<number>`invoices.total`.as('total'), sql<number>`invoices.open`.as('open')])
    .select([acceptedAmounts({ provider, books }).as('accepted'), bookedBeside.as('beside')])
    .where('accounting_bookings.state', '=', 'booked')
    .where('accounting_bookings.provider', '=', provider.key)
    .where('accounting_bookings.administration', '=', books.administration)
    .where('invoices.open', '>', 0)
    .where('invoices.id', '>', after)
    .where(keepsMoney)
    .orderBy('invoices.id')
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute()

/**
 * Payments made there become payments here: what is open there is what is open here afterwards, however often it runs.
 * What was told is booked before the next question, so that whoever goes on later has less to ask.
 * @param some.told how many were made by an answer, before the next question
 * @returns the last invoice that was asked, where there may be more; 0 where all were
 */
export async function takePayments(
  services: Services,
  linked: Linked,
  { told, ...some }: Some & { told: (made: number) => Promise<unknown> },
): Promise<number> {
  const { provider, call, books } = linked
  const rows = await openHere(services.db, linked, some)
  if (rows.length === 0) return 0
  const collect = collector(rows)
  const asked = rows.flatMap((row) => askedOf(row))
  for await (const answers of provider.openOf(call, books, asked)) {
    let made = 0
    const doubts = new Map<number, Doubt | null>()
    for (const { row, there, beside } of collect(answers)) {
      doubts.set(row.id, 'doubt' in there ? there.doubt : null)
      if ('doubt' in there) continue
      const { amount, doubt } = await takePayment(services, provider.label, row, { there, beside })
      doubts.set(row.id, doubt)
      if (amount > 0) made++
    }
    await keepDoubts(services, linked, doubts)
    if (made > 0) await told(made)
  }
  return rows.length === some.most ? rows.at(-1)!.id : 0
}

/** What cannot be established stays as it is and is told of, until an answer or somebody settles it. */
async function keepDoubts({ db }: Services, { provider, books }: Linked, doubts: Map<number, Doubt | null>) {
  const at = { provider: provider.key, administration: books.administration }
  const settled = [...doubts].flatMap(([id, reason]) => (reason === null ? [id] : []))
  const told = [...doubts].flatMap(([invoice_id, reason]) => (reason === null ? [] : [{ ...at, invoice_id, reason }]))
  if (settled.length > 0)
    await db
      .deleteFrom('accounting_doubts')
      .where('provider', '=', at.provider)
      .where('administration', '=', at.administration)
      .where('invoice_id', 'in', settled)
      .execute()
  if (told.length > 0)
    await db
      .insertInto('accounting_doubts')
      .values(told)
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'administration', 'invoice_id'])
          .doUpdateSet((eb) => ({ reason: eb.ref('excluded.reason') })),
      )
      .execute()
}

type Row = Awaited<ReturnType<typeof openHere>>[number]
const NOTHING = { amount: 0, doubt: null }

/** @returns what was taken over, in cents, and why there may be more */
const takePayment = (
  services: Services,
  label: string,
  { id, total }: Row,
  { there, beside }: { there: Known; beside: readonly Answered[] },
): Promise<{ amount: number; doubt: Doubt | null }> =>
  inTransaction(services.db, null, async (trx) => {
    const invoice = await trx.selectFrom('invoices').select('open').where('id', '=', id).forUpdate().executeTakeFirst()
    const here = { open: Number(invoice?.open ?? 0), paidBeside: await paidBeside(trx, id) }
    const { amount, paidOn, doubt } = receivedThere(here, { total, there }, beside)
    if (amount === 0) return { amount, doubt }
    // Asked again: minutes may have gone by since, and what went back stands once the invoice is held.
    const kept = await trx.selectFrom('invoices').select('id').where('id', '=', id).where(keepsMoney).executeTakeFirst()
    if (!kept) return NOTHING
    const paid_on = paidOn ?? today()
    await bookPayment(trx, id, { paid_on, amount, note: `Volgens ${label}`, source: 'ledger' })
    await services.changes.announce(trx, [{ type: 'invoice', id }])
    return { amount, doubt }
  })
