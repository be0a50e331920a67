import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { nameText } from '../../../../relations/contacts/index.ts'
import { type SaleLine, listSaleLines } from '../../../sales/sales/index.ts'
import { type OpenPart, type Payer, type TakenOff, settlementOf } from './deposits.rules.ts'

/** An order or a quotation of which something is asked beforehand. */
export type DepositedSale = { order_id: number } | { quotation_id: number }

interface Deposited extends OpenPart {
  tax_type_id: number
  /** The orders that can take it off; 0 for quotations. */
  order_ids: number[]
  invoice_id: number
  uid: string
  invoice_date: string
  payer: Payer
}

/** What is left of a line of a deposit: less what credits it, and what invoices take off that no credit invoice gives back. */
const leftSql = sql<string>`(l.amount + coalesce((
  select sum(s.amount + coalesce((select sum(c.amount) from sale_lines c where c.source_id = s.id
      and c.invoice_id is not null), 0))
  from sale_lines s where s.source_id = l.id and s.invoice_id is not null), 0))`

/** Orders with those that they follow, `at`, and the quotations from which these came. */
const familyOf = (orderIds: readonly number[]) => sql`
  family(id, at, parent_order_id, quotation_id) as (
    select o.id, o.id, o.parent_order_id, o.quotation_id from orders o where o.id = any(${[...orderIds]}::integer[])
    union
    select f.id, p.id, p.parent_order_id, p.quotation_id from family f join orders p on p.id = f.parent_order_id)`

/** What can still be taken off by invoices of these orders, or of quotations from which they came; the oldest first. */
async function listOpenParts(db: Db | Trx, orderIds: readonly number[], quotationIds: readonly number[] = []) {
  const { rows } = await sql<
    Omit<Deposited, 'amount' | 'left' | 'tax' | 'rate' | 'payer'> &
      Payer & { amount: string; left: string; tax: string }
  >`
    with recursive ${familyOf(orderIds)}
    select l.id, l.tax_type_id, l.tax::text as tax, l.taxes_included,
      l.amount::text, ${leftSql}::text as left, i.id as invoice_id, i.uid, i.invoice_date::text,
      i.company_id, i.contact_id, coalesce(companies.name, ${nameText}) as name,
      coalesce(taking.ids, '{0}') as order_ids
    from deposits d join invoices i on i.id = d.invoice_id and i.definitive_at is not null
      join sale_lines l on l.invoice_id = i.id and l.kind = 'product'
      left join companies on companies.id = i.company_id left join contacts on contacts.id = i.contact_id
      left join lateral (select array_agg(distinct f.id) as ids from family f
        where f.at = d.order_id or f.quotation_id = d.quotation_id) taking on true
    where taking.ids is not null or d.quotation_id = any(${[...quotationIds]}::integer[])
    order by i.id, l.position, l.id`.execute(db)
  return rows
    .map(({ company_id, contact_id, name, ...row }): Deposited => ({
      ...row,
      payer: { company_id, contact_id, name },
      tax: String(row.tax_type_id),
      rate: row.tax,
      amount: BigInt(row.amount),
      left: BigInt(row.left),
    }))
    .filter(({ left }) => left > 0n)
}

const totalled = ({ tax_type_id, tax, taxes_included, amount }: SaleLine) => ({
  tax: String(tax_type_id),
  rate: tax ?? '0',
  taxes_included,
  amount: BigInt(amount),
})

/** A line that takes a deposit off, before it is stored. */
export interface Settlement extends TakenOff {
  /** 0 where it is of a quotation. */
  order_id: number
  source_id: number
  tax_type_id: number
  tax: string
  taxes_included: boolean
  name: string
  /** In cents, above zero. */
  amount: bigint
}

/**
 * What invoices of these lines of orders or quotations take off of their deposits: one function for what is shown before
 * and for what is made. Of orders that share a deposit the first takes what it can, and the next what is left then.
 */
export async function planSettlement(db: Db | Trx, lines: readonly SaleLine[]): Promise<Settlement[]> {
  const products = lines.filter(({ kind }) => kind === 'product')
  const orders = [...new Set(products.flatMap(({ order_id }) => order_id ?? []))]
  const quotations = [...new Set(products.flatMap(({ quotation_id }) => quotation_id ?? []))]
  if (orders.length + quotations.length === 0) return []
  const parts = await listOpenParts(db, orders, quotations)
  const taking = [...new Set(parts.flatMap(({ order_ids }) => order_ids))].sort((a, b) => a - b)
  const found: Settlement[] = []
  for (const order of taking) {
    const own = products.filter(({ order_id }) => (order_id ?? 0) === order)
    const ofOrder = parts.filter(({ order_ids, left }) => order_ids.includes(order) && left > 0n)
    const isShared = ofOrder.some(({ order_ids }) => order_ids.some((id) => id > order))
    const isLast = !isShared && (await isRestOf(db, order, own))
    for (const { part, amount } of settlementOf(own.map(totalled), ofOrder, { isLast })) {
      const deposited = part as Deposited
      deposited.left -= amount
      found.push(settlementLine(order, deposited, amount))
    }
  }
  return found
}

/** Whether nothing of an order is left to be invoiced once these lines are. */
async function isRestOf(db: Db | Trx, order: number, going: readonly SaleLine[]): Promise<boolean> {
  if (order === 0) return true
  const ids = new Set(going.map(({ id }) => id))
  const lines = await listSaleLines(db, { type: 'order', id: order })
  return !lines.some(({ id, kind, destination }) => kind === 'product' && destination === null && !ids.has(id))
}

const settlementLine = (order_id: number, part: Deposited, amount: bigint): Settlement => {
  const { id, tax_type_id, rate, taxes_included, uid, invoice_date, payer } = part
  const name = `Aanbetaling, factuur ${uid} van ${formatDate(invoice_date)}`
  return { order_id, source_id: id, tax_type_id, tax: rate, taxes_included, name, amount, uid, payer }
}

/** The same as lines that count like those of the sale. */
export const asCounted = ({ source_id, name, tax_type_id, tax, taxes_included, amount }: Settlement) => ({
  ...{ id: -source_id, kind: 'product' as const, name, tax_type_id, tax, taxes_included, chosen: true },
  count: '-1',
  amount: -Number(amount),
})

/** What was asked beforehand of a sale, with the invoices that ask it. */
export async function listDeposits(db: Db | Trx, sale: DepositedSale) {
  const isOrder = 'order_id' in sale
  const here = isOrder
    ? sql`exists (select 1 from family f where f.at = d.order_id or f.quotation_id = d.quotation_id)`
    : sql`d.quotation_id = ${sale.quotation_id}`
  const { rows } = await sql<{ id: number; uid: string | null; total: number; left: number }>`
    with recursive ${familyOf(isOrder ? [sale.order_id] : [])}
    select i.id, i.uid, i.total - i.credited as total,
      (select coalesce(sum(${leftSql}), 0)::bigint from sale_lines l where l.invoice_id = i.id and l.kind = 'product') as left
    from deposits d join invoices i on i.id = d.invoice_id where ${here} order by i.id`.execute(db)
  return rows
}

/** The invoice that takes something off of a deposit, and gives it back by no credit invoice; undefined where none does. */
export async function settledOn(db: Db | Trx, invoiceId: number) {
  const { rows } = await sql<{ id: number; uid: string | null }>`
    select i.id, i.uid from deposits d
      join sale_lines l on l.invoice_id = d.invoice_id
      join sale_lines s on s.source_id = l.id
      join invoices i on i.id = s.invoice_id and i.credits_id is distinct from d.invoice_id
    where d.invoice_id = ${invoiceId}
      and s.amount + coalesce((select sum(c.amount) from sale_lines c where c.source_id = s.id and c.invoice_id is not null), 0) < 0
    order by i.id limit 1`.execute(db)
  return rows[0]
}

/** What invoices take off of deposits, with who was billed those; those that take nothing off are not in it. */
export async function listTakenOff(db: Db | Trx, invoiceIds: readonly number[]): Promise<Map<number, TakenOff[]>> {
  const { rows } = await sql<Payer & { uid: string; taking_id: number }>`
    select s.invoice_id as taking_id, coalesce(i.uid, 'in concept') as uid, i.company_id, i.contact_id,
      coalesce(companies.name, ${nameText}) as name
    from sale_lines s join sale_lines l on l.id = s.source_id join invoices i on i.id = l.invoice_id
      join deposits d on d.invoice_id = i.id
      join invoices taking on taking.id = s.invoice_id and taking.credits_id is null
      left join companies on companies.id = i.company_id left join contacts on contacts.id = i.contact_id
    where s.invoice_id = any(${[...invoiceIds]}::integer[]) order by i.id`.execute(db)
  const taken = rows.map(({ taking_id, uid, ...payer }) => ({ taking_id, uid, payer }))
  return Map.groupBy(taken, ({ taking_id }) => taking_id)
}

/** The number of a deposit of which an invoice, with all others, takes off more than was asked, by that invoice. */
export async function overdrawn(db: Db | Trx, invoiceIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ taking_id: number; uid: string | null }>`
    select distinct on (s.invoice_id) s.invoice_id as taking_id, i.uid
    from sale_lines s join sale_lines l on l.id = s.source_id join invoices i on i.id = l.invoice_id
      join deposits d on d.invoice_id = i.id
    where s.invoice_id = any(${[...invoiceIds]}::integer[]) and (i.definitive_at is null or ${leftSql} < 0)
    order by s.invoice_id, i.id`.execute(db)
  return new Map(rows.map(({ taking_id, uid }) => [taking_id, uid ?? 'een concept']))
}

/** Of these orders those of which something was asked beforehand, here or where they came from. */
export async function depositedOrders(db: Db | Trx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive ${familyOf(orderIds)}
    select distinct f.id from family f join deposits d on d.order_id = f.at or d.quotation_id = f.quotation_id
    order by f.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the invoices that asked something of the sales of these lines beforehand: of two that take it off one waits. */
export async function lockDeposits(
  trx: Trx,
  lines: readonly { order_id: number | null; quotation_id?: number | null }[],
): Promise<void> {
  const orders = [...new Set(lines.flatMap(({ order_id }) => order_id ?? []))]
  const quotations = [...new Set(lines.flatMap(({ quotation_id }) => quotation_id ?? []))]
  if (orders.length + quotations.length === 0) return
  await sql`
    with recursive ${familyOf(orders)}
    select i.id from invoices i where i.id in (
      select d.invoice_id from deposits d where d.quotation_id = any(${quotations}::integer[])
        or exists (select 1 from family f where f.at = d.order_id or f.quotation_id = d.quotation_id))
    order by i.id for update`.execute(trx)
}

/**
 * These orders with all that share a deposit with one of them, by whatever way: what one takes off, another does not. Where
 * nothing was asked beforehand it is only the orders themselves.
 */
export async function sharingOrders(db: Db | Trx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive ${familyOf(orderIds)},
    shared as (
      select distinct d.order_id, d.quotation_id from deposits d join family f on f.at = d.order_id or f.quotation_id = d.quotation_id),
    heirs(id) as (
      select order_id from shared where order_id is not null
      union select o.id from shared s join orders o on o.quotation_id = s.quotation_id
      union select o.id from heirs h join orders o on o.parent_order_id = h.id)
    select id from heirs order by id`.execute(db)
  const all = [...new Set([...orderIds, ...rows.map(({ id }) => id)])]
  return all.length === orderIds.length ? all : sharingOrders(db, all)
}
