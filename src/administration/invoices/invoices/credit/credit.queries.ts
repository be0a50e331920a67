import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type SaleLine, listSaleLines } from '../../../sales/sales/index.ts'
import { type CreditLine, leftOf } from './credit.rules.ts'
import type { Delivery } from '../definitive/snapshot.rules.ts'

/** The counts with which lines of an invoice were credited, by line; on concepts too, unless those are left out. */
async function creditedCounts(db: Db | Trx, invoiceId: number, { definitive = false } = {}) {
  const rows = await db
    .selectFrom('sale_lines')
    .innerJoin('invoices', 'invoices.id', 'sale_lines.invoice_id')
    .select(['sale_lines.source_id', 'sale_lines.count'])
    .where('invoices.credits_id', '=', invoiceId)
    .where('sale_lines.kind', '=', 'product')
    .where('sale_lines.source_id', 'is not', null)
    .$if(definitive, (query) => query.where('invoices.definitive_at', 'is not', null))
    .execute()
  return Map.groupBy(rows, ({ source_id }) => source_id!)
}

/** The lines of an invoice with what of each can still be credited. */
export async function listCreditable(db: Db | Trx, invoiceId: number): Promise<(SaleLine & { left: bigint })[]> {
  const credited = await creditedCounts(db, invoiceId)
  return (await listSaleLines(db, { type: 'invoice', id: invoiceId })).map((line) => ({
    ...line,
    left:
      line.kind === 'product'
        ? leftOf(
            line.count,
            (credited.get(line.id) ?? []).map(({ count }) => count),
          )
        : 0n,
  }))
}

/** The products of a credit invoice beside what they credit, of which others with a number took their part. */
export async function creditLines(db: Db | Trx, id: number, creditsId: number): Promise<CreditLine[]> {
  const credited = await creditedCounts(db, creditsId, { definitive: true })
  const sources = (await listSaleLines(db, { type: 'invoice', id: creditsId })).map((line) => ({
    ...line,
    left: leftOf(
      line.count,
      (credited.get(line.id) ?? []).map(({ count }) => count),
    ),
  }))
  return (await listSaleLines(db, { type: 'invoice', id }))
    .filter(({ kind }) => kind === 'product')
    .map((line) => ({ ...line, of: sources.find((source) => source.id === line.source_id) ?? null }))
}

/** Of what a credit invoice takes, as it is printed. */
export async function creditedInvoice(db: Db | Trx, creditsId: number | null) {
  if (creditsId === null) return null
  return db
    .selectFrom('invoices')
    .select(['invoice_date as invoiceDate', sql<string>`invoices.uid`.as('number')])
    .where('id', '=', creditsId)
    .executeTakeFirstOrThrow()
}

/** When what an invoice charged was supplied that is credited; the day that it bore, where it did not say. */
export async function creditedDelivery(db: Db | Trx, creditsId: number | null): Promise<Delivery | null> {
  if (creditsId === null) return null
  const { delivery, day } = await db
    .selectFrom('invoices')
    .select(['invoice_date as day', sql<Delivery | null>`invoices.snapshot -> 'delivery'`.as('delivery')])
    .where('id', '=', creditsId)
    .executeTakeFirstOrThrow()
  return delivery ?? { from: day, until: day }
}
