/** On which invoices lines of orders stand, for who knows of what they were ordered. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { dropLines } from '../../sales/sales/index.ts'
import { deleteConcept, lockConcept } from './concepts.commands.ts'

/** A line of an order on an invoice. */
export interface Billed {
  order_line_id: number
  line_id: number
  invoice_id: number
  uid: string | null
  definitive: boolean
  name: string
  /** As a count: how much of it no credit invoice takes back. */
  left: string
}

/** The lines of invoices that come of lines of orders, but those that take one back. */
export async function listBilled(db: Db | Trx, orderLineIds: readonly number[]): Promise<Billed[]> {
  if (orderLineIds.length === 0) return []
  const { rows } = await sql<Billed>`
    select l.source_id as order_line_id, l.id as line_id, i.id as invoice_id, i.uid,
      i.definitive_at is not null as definitive, l.name,
      (l.count + coalesce((select sum(c.count) from sale_lines c join invoices credit on credit.id = c.invoice_id
        where c.source_id = l.id and credit.credits_id = i.id), 0))::text as left
    from sale_lines l join invoices i on i.id = l.invoice_id
    where l.source_id = any(${[...orderLineIds]}::integer[]) and i.credits_id is null
    order by i.id, l.position, l.id`.execute(db)
  return rows
}

/**
 * Takes lines of orders off the concepts on which they stand; a concept on which nothing is left goes. What is definitive
 * stays. The caller has locked the orders.
 * @returns the lines of orders that stand on no invoice any more
 */
export async function takeOffConcepts(trx: Trx, orderLineIds: readonly number[]): Promise<number[]> {
  const open = (await listBilled(trx, orderLineIds)).filter(({ definitive }) => !definitive)
  const byInvoice = Map.groupBy(open, ({ invoice_id }) => invoice_id)
  for (const [id, lines] of [...byInvoice].sort(([a], [b]) => a - b)) {
    await lockConcept(trx, id)
    await dropLines(
      trx,
      { type: 'invoice', id },
      lines.map(({ line_id }) => line_id),
    )
    const left = await trx
      .selectFrom('sale_lines')
      .select('id')
      .where('invoice_id', '=', id)
      .where('kind', '=', 'product')
      .limit(1)
      .executeTakeFirst()
    if (!left) await deleteConcept(trx, id)
  }
  return open.map(({ order_line_id }) => order_line_id)
}
