import { lockRow } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { type SaleKey, listLines, listSaleLines } from './lines.queries.ts'
import type { Destination } from './lines.rules.ts'
import type { SaleType } from './points.ts'

/**
 * Says of lines of orders whether they were delivered. The caller has locked the order.
 * @param on the day of it, also for what was delivered already; today when left out
 */
export async function setDelivered(trx: Trx, ids: readonly number[], delivered: boolean, on?: string): Promise<void> {
  if (ids.length === 0) return
  const lines = trx
    .updateTable('sale_lines')
    .set({ delivered, ...(on === undefined ? {} : { delivered_on: on }) })
    .where('id', 'in', [...ids])
  await (on === undefined ? lines.where('delivered', '<>', delivered) : lines).execute()
}

/** Says where lines of an order went; null takes that back. The caller has locked the order. */
export async function setDestination(trx: Trx, ids: readonly number[], destination: Destination | null): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('sale_lines')
    .set({ destination })
    .where('id', 'in', [...ids])
    .execute()
}

/** Where a line of an order went that stands on a sale of this kind now. */
const WENT: Readonly<Record<SaleType, Destination>> = { quotation: 'quote', order: 'order', invoice: 'invoice' }

/**
 * Lines of orders that were settled by going onto this sale can go elsewhere again, before it is deleted.
 * @param lineIds those of the sale that go; all of them when left out
 * @returns the orders that they stand in, which are locked
 */
export async function freeSources(trx: Trx, sale: SaleKey, lineIds?: readonly number[]): Promise<SaleKey[]> {
  const lines = await listSaleLines(trx, sale)
  const going = lineIds === undefined ? lines : lines.filter(({ id }) => lineIds.includes(id))
  const sources = await listLines(
    trx,
    going.flatMap(({ source_id }) => source_id ?? []),
  )
  const settled = sources.filter(({ order_id, destination }) => order_id !== null && destination === WENT[sale.type])
  const orders = [...new Set(settled.map(({ order_id }) => order_id!))].sort((a, b) => a - b)
  for (const id of orders) await lockRow(trx, 'orders', id)
  await setDestination(trx, settled.map(({ id }) => id), null) // prettier-ignore
  return orders.map((id) => ({ type: 'order', id }))
}
