import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Billable, BillableSource } from '../../invoices/billing/points.ts'
import {
  type Settlement,
  asCounted,
  lockDeposits,
  planSettlement,
  sharingOrders,
} from '../../invoices/invoices/index.ts'
import { type Buyers, type SaleLine, amountsOf, listLines } from '../../sales/sales/index.ts'

interface Delivered extends Buyers {
  order_id: number
  uid: string
  reference: string | null
  use_invoice_relation: boolean
  invoice_relation_id: number | null
  /** Of its lines that are neither delivered nor gone elsewhere. */
  open: number
  day: string
  line_ids: number[]
}

/** What was delivered of orders and stands on no invoice yet; an index holds nothing but those lines. */
async function listDelivered(
  db: Db | Trx,
  { until, of, ids }: { until: string; of?: Buyers; ids?: readonly number[] },
): Promise<Delivered[]> {
  const customer = ids
    ? sql<SqlBool>`o.id = any(${[...ids]}::integer[])`
    : of
      ? of.company_id === null
        ? sql<SqlBool>`o.company_id is null and o.contact_id = ${of.contact_id}`
        : sql<SqlBool>`o.company_id = ${of.company_id}`
      : sql<SqlBool>`true`
  const { rows } = await sql<Delivered>`
    select o.id as order_id, o.uid, o.reference, o.company_id, o.contact_id, o.use_invoice_relation, o.invoice_relation_id,
      o.line_count - o.delivered_count - o.settled_count as open,
      max(l.delivered_on)::text as day, array_agg(l.id order by l.position, l.id) as line_ids
    from sale_lines l join orders o on o.id = l.order_id
    where l.order_id is not null and l.delivered and l.destination is null and l.delivered_on <= ${until} and ${customer}
    group by o.id order by o.id`.execute(db)
  return rows
}

function billableOf(
  { order_id, uid, open, line_ids, ...order }: Delivered,
  lines: readonly SaleLine[],
  settled: readonly Settlement[],
): Billable {
  const deposits = settled.map(asCounted)
  const own = line_ids.map((id) => lines.find((line) => line.id === id)!)
  const amounts = amountsOf([...own, ...deposits])
  const sum = (part: 'excl' | 'incl') => Number([...amounts.values()].reduce((total, each) => total + each[part], 0n))
  const href = `/administration/order/view/${order_id}`
  return {
    ...order,
    key: `order-${order_id}`,
    text: `Order ${uid}, ${own.length === 1 ? own[0]!.name : `${own.length} regels`}`,
    href,
    excl: sum('excl'),
    incl: sum('incl'),
    lines: own.length,
    free: own
      .filter(({ kind, price }) => kind === 'product' && Number(price) === 0)
      .map(({ name }) => `${name} van order ${uid}`),
    taxes: [...new Set(own.flatMap(({ tax_category }) => tax_category ?? []))],
    remarks:
      open > 0
        ? [{ tone: 'doubt', text: `Nog ${open} van order ${uid} niet geleverd`, label: 'Order openen', href }]
        : [],
    shown: [...own.map(({ id, version }) => `${id}.${version}`), ...deposits.map(({ id, amount }) => `${id}.${amount}`)].join(), // prettier-ignore
    order_id,
    line_ids,
    added: [],
    deposits: settled,
  }
}

/**
 * Orders of other customers that share a deposit with these: the plan is the same one, whether all customers are asked or
 * one of them.
 */
async function othersSharing(db: Db | Trx, orders: readonly Delivered[], until: string): Promise<Delivered[]> {
  const own = orders.map(({ order_id }) => order_id)
  const others = (await sharingOrders(db, own)).filter((id) => !own.includes(id))
  return others.length === 0 ? [] : listDelivered(db, { until, ids: others })
}

/** Orders, as what of them can be invoiced. */
export const deliveredOrders: BillableSource = {
  list: async (db, asked) => {
    const orders = await listDelivered(db, asked)
    const sharing = asked.of ? await othersSharing(db, orders, asked.until) : []
    const lines = await listLines(
      db,
      [...orders, ...sharing].flatMap(({ line_ids }) => line_ids),
    )
    const byOrder = Map.groupBy(lines, ({ order_id }) => order_id)
    const settled = Map.groupBy(await planSettlement(db, lines), ({ order_id }) => order_id)
    return orders.map((order) =>
      billableOf(order, byOrder.get(order.order_id) ?? [], settled.get(order.order_id) ?? []),
    )
  },
  lock: async (trx, found) => {
    const ids = found.flatMap(({ order_id }) => order_id ?? [])
    if (ids.length === 0) return
    await trx.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    // What they take off stays as it was planned.
    await lockDeposits(trx, found)
  },
}
