/** Orders that come about by what another area knows: they are made, filled and emptied as that says. */
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { OpenSale } from '../../sales/sales/index.ts'

/** Locks orders, in the order of their ids. */
export async function lockOrders(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** An order that still takes lines, locked; null where every line of it has gone on, or it is gone. */
export async function lockOpenOrder(trx: Trx, id: number): Promise<OpenSale | null> {
  const order = await trx
    .selectFrom('orders')
    .select(['company_id', 'contact_id', 'order_date as day', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!order || order.status === 'settled') return null
  const { status: _status, ...head } = order
  return { type: 'order', id, ...head }
}

/**
 * Takes orders away on which nothing is left and on which nothing hangs.
 * @returns those that are gone
 */
export async function dropEmptyOrders(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    delete from orders where id = any(${[...ids]}::integer[])
      and not exists (select 1 from sale_lines l where l.order_id = orders.id)
      and not exists (select 1 from invoices i where i.order_id = orders.id)
      and not exists (select 1 from orders o where o.parent_order_id = orders.id)
      and not exists (select 1 from order_contacts c where c.order_id = orders.id)
      and not exists (select 1 from notes n where n.object_type = 'order' and n.object_id = orders.id)
      and not exists (select 1 from documents d where d.object_type = 'order' and d.object_id = orders.id)
      and not exists (select 1 from mails m where m.object_type = 'order' and m.object_id = orders.id)
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}
