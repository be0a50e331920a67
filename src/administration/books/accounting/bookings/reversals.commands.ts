/** Payments that were taken over from the package for bookkeeping and reversed there since go back here too. */
import { sql } from 'kysely'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { addDays, today } from '../../../../platform/format/zone.ts'
import type { Services } from '../../../../platform/services.ts'
import { takeBackPayment } from '../../../invoices/invoices/index.ts'
import { acceptedAmounts, bookedBeside, paidBeside } from './requested.queries.ts'
import { type Answered, type BesideDocument, askedOf, collector, paidThere } from '../charges/open-charges.rules.ts'
import type { Linked } from '../settings/link.queries.ts'

/** What was paid longer ago is not looked at any more. */
const DAYS_BACK = 120

interface Row {
  id: number
  uid: string
  provider_id: string
  total: number
  /** All of it: what was taken over is looked at as if nothing were paid. */
  open: number
  accepted: { here: string; there: string }[]
  beside: BesideDocument[]
}

/** Invoices of which payments were taken over lately, after an id. An index holds nothing but such payments. */
async function takenOver(db: Db, linked: Linked, { after, most }: { after: number; most: number }): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select invoices.id, invoices.uid, accounting_bookings.provider_id, invoices.total, invoices.total as open,
      ${acceptedAmounts(linked)} as accepted, ${bookedBeside} as beside
    from (select distinct p.invoice_id, own.id as booking from invoice_payments p
        join accounting_bookings own on own.invoice_id = p.invoice_id and own.state = 'booked'
          and own.provider_id is not null and own.provider = ${linked.provider.key}
          and own.administration = ${linked.books.administration}
        where p.source = 'ledger' and p.takes_back_id is null and p.paid_on >= ${addDays(today(), -DAYS_BACK)}
          and p.invoice_id > ${after} order by p.invoice_id limit ${most}) lately
      join invoices on invoices.id = lately.invoice_id
      join accounting_bookings on accounting_bookings.id = lately.booking
    order by invoices.id`.execute(db)
  return rows
}

/** What of an invoice was taken over and did not go back, by payment, the last one first. The invoice is locked. */
async function kept(trx: Trx, invoiceId: number): Promise<{ id: number; left: number }[]> {
  await sql`select from invoices where id = ${invoiceId} for update`.execute(trx)
  const { rows } = await sql<{ id: number; left: number }>`
    select p.id, p.amount + coalesce((select sum(b.amount) from invoice_payments b where b.takes_back_id = p.id), 0)::bigint as left
    from invoice_payments p where p.invoice_id = ${invoiceId} and p.source = 'ledger' and p.takes_back_id is null
    order by p.id desc`.execute(trx)
  return rows.map(({ id, left }) => ({ id, left: Number(left) })).filter(({ left }) => left > 0)
}

/** Takes back what is not paid there any more of what was taken over: asked again it finds nothing. */
const takeBack = (
  services: Services,
  { label }: Linked['provider'],
  { id: invoiceId, total }: Row,
  { there, beside }: { there: Answered['there']; beside: readonly Answered[] },
): Promise<void> =>
  inTransaction(services.db, null, async (trx) => {
    const payments = await kept(trx, invoiceId)
    const paid = paidThere({ paidBeside: await paidBeside(trx, invoiceId) }, { total, there }, beside)
    if (paid === null) return
    let over = payments.reduce((sum, { left }) => sum + left, 0) - paid
    if (over <= 0) return
    for (const { id, left } of payments) {
      const amount = Math.min(over, left)
      if (amount <= 0) break
      const payment_id = await takeBackPayment(trx, id, { on: today(), reason: `Teruggedraaid in ${label}`, amount })
      await trx.insertInto('accounting_reversals').values({ payment_id }).execute()
      over -= amount
    }
    await services.changes.announce(trx, [{ type: 'invoice', id: invoiceId }])
  })

/**
 * Asks what was taken over of the last months whether it is still paid there, some at a time, of the invoice and of what is
 * booked beside it there. What cannot be established changes nothing: only what is open there under its own entry is.
 * @returns the last invoice that was asked, where there may be more; 0 where all were
 */
export async function takeReversals(
  services: Services,
  linked: Linked,
  some: { after: number; most: number },
): Promise<number> {
  const rows = await takenOver(services.db, linked, some)
  if (rows.length === 0) return 0
  const collect = collector(rows)
  const asked = rows.flatMap((row) => askedOf(row, true))
  for await (const answers of linked.provider.openOf(linked.call, linked.books, asked))
    for (const { row, there, beside } of collect(answers))
      if (!('doubt' in there) && there.open > 0) await takeBack(services, linked.provider, row, { there, beside })
  return rows.length === some.most ? rows.at(-1)!.id : 0
}
