/** Payments that were taken over from the package for bookkeeping and reversed there since go back here too. */
import { sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { addDays, today } from '../../platform/format/zone.ts'
import type { Services } from '../../platform/services.ts'
import { takeBackPayment } from '../invoices/index.ts'
import type { AskedOpen } from './accounting.types.ts'
import type { Linked } from './link.queries.ts'
import { acceptedAmounts } from './payments.commands.ts'

/** What was paid longer ago is not looked at any more. */
const DAYS_BACK = 120

interface Asked extends AskedOpen {
  invoice_id: number
}

/** Invoices of which payments were taken over lately, after an id. An index holds nothing but such payments. */
async function takenOver(db: Db, linked: Linked, { after, most }: { after: number; most: number }): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select invoices.id as invoice_id, invoices.uid as number, b.provider_id as id, invoices.total, invoices.total as open,
      true as "byEntry", ${acceptedAmounts(linked)} as accepted
    from (select distinct invoice_id from invoice_payments
        where source = 'ledger' and takes_back_id is null and paid_on >= ${addDays(today(), -DAYS_BACK)}
          and invoice_id > ${after} order by invoice_id limit ${most}) lately
      join invoices on invoices.id = lately.invoice_id
      join accounting_bookings b on b.invoice_id = invoices.id and b.state = 'booked' and b.provider_id is not null
        and b.provider = ${linked.provider.key} and b.administration = ${linked.books.administration}
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

/**
 * Takes back what is not paid there any more of what was taken over: asked again it finds nothing.
 * @param paid what is paid of the invoice there, in cents
 */
const takeBack = (services: Services, { label }: Linked['provider'], invoiceId: number, paid: number): Promise<void> =>
  inTransaction(services.db, null, async (trx) => {
    const payments = await kept(trx, invoiceId)
    let over = payments.reduce((sum, { left }) => sum + left, 0) - Math.max(0, paid)
    for (const { id, left } of payments) {
      const amount = Math.min(over, left)
      if (amount <= 0) break
      const payment_id = await takeBackPayment(trx, id, { on: today(), reason: `Teruggedraaid in ${label}`, amount })
      await trx.insertInto('accounting_reversals').values({ payment_id }).execute()
      over -= amount
    }
    if (payments.length > 0) await services.changes.announce(trx, [{ type: 'invoice', id: invoiceId }])
  })

/**
 * Asks what was taken over of the last months whether it is still paid there, some at a time. What cannot be established
 * changes nothing: only what is open there under its own entry is.
 * @returns the last invoice that was asked, where there may be more; 0 where all were
 */
export async function takeReversals(
  services: Services,
  linked: Linked,
  some: { after: number; most: number },
): Promise<number> {
  const asked = await takenOver(services.db, linked, some)
  if (asked.length === 0) return 0
  const of = new Map(asked.map((one) => [one.number, one]))
  for await (const answers of linked.provider.openOf(linked.call, linked.books, asked))
    for (const [number, there] of answers) {
      const one = of.get(number)!
      if (!('doubt' in there) && there.open > 0)
        await takeBack(services, linked.provider, one.invoice_id, one.total - there.open)
    }
  return asked.length === some.most ? asked.at(-1)!.invoice_id : 0
}
