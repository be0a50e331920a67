import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { type BulkPlan, planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { strangeOfOrders } from '../../invoices/invoices/index.ts'
import { listOrders } from '../orders/index.ts'
import { orderCargo } from '../orders/points.ts'

const chosen = async (db: Db | Trx, ids: readonly number[]) =>
  (
    await listOrders(db)
      .where('orders.id', 'in', [...ids])
      .orderBy('orders.id')
      .execute()
  ).map((order) => ({ ...order, name: `${order.uid}, ${order.customer}` }))

const inSentence = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}`

/** Which of these orders become concepts of invoices: those of which something was delivered that stands on none. */
export async function planInvoicing(db: Db | Trx, ids: readonly number[]): Promise<BulkPlan> {
  const strange = await strangeOfOrders(db, ids)
  const { plan } = planOf(await chosen(db, ids), ({ id, delivered_count }) => {
    if (delivered_count === 0)
      return { why: 'wordt niet gefactureerd: er is niets geleverd dat nog op geen factuur staat' }
    return strange.has(id) ? { why: `wordt niet gefactureerd: ${inSentence(strange.get(id)!)}` } : {}
  })
  const lead = `${formatCount(plan.does.length, 'conceptfactuur', 'conceptfacturen')}`
  return { ...plan, outcomes: [{ icon: 'file-invoice', lead, text: 'met wat van elke order is geleverd.' }] }
}

/** Which of these orders are handled to their end, each as it is where nobody chooses otherwise. */
export async function planMigratingMany(db: Db | Trx, registry: Registry, ids: readonly number[]): Promise<BulkPlan> {
  const strange = await strangeOfOrders(db, ids)
  const undecided = new Map<number, string>()
  for (const cargo of registry.all(orderCargo))
    for (const id of (await cargo.undecided?.(db, ids)) ?? []) undecided.set(id, cargo.label.toLowerCase())
  const { plan } = planOf(await chosen(db, ids), ({ id, status, line_count }) => {
    if (line_count === 0) return { why: 'blijft open: er staan geen producten op' }
    if (status === 'settled') return { why: 'is al afgehandeld' }
    if (undecided.has(id))
      return { why: `blijft open: bij deze order kiest u wat er met de ${undecided.get(id)!} gebeurt` }
    return strange.has(id) ? { why: `blijft open: ${inSentence(strange.get(id)!)}` } : {}
  })
  return {
    ...plan,
    outcomes: [
      { icon: 'file-invoice', lead: 'Wat is geleverd', text: 'komt op een conceptfactuur.' },
      { icon: 'shopping-cart', lead: 'Wat nog niet is geleverd', text: 'komt op een nieuwe order.' },
    ],
  }
}
