import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatDate } from '../../platform/format/format.ts'
import { nameText } from '../../relations/contacts/index.ts'
import { type SaleLine, listSaleLines } from '../sales/index.ts'
import { type OpenPart, type Payer, type TakenOff, settlementOf } from './deposits.rules.ts'

/** An order or a quotation of which something is asked beforehand. */
export type DepositedSale = { order_id: number } | { quotation_id: number }

interface Deposited extends OpenPart {
  tax_type_id: number
  order_id: number
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
    select distinct on (i.id, l.position, l.id) l.id, l.tax_type_id, l.tax::text as tax, l.taxes_included,
      l.amount::text, ${leftSql}::text as left, i.id as invoice_id, i.uid, i.invoice_date::text,
      i.company_id, i.contact_id, coalesce(companies.name, ${nameText}) as name,
      coalesce(f.id, 0) as order_id
    from deposits d join invoices i on i.id = d.invoice_id and i.definitive_at is not null
      join sale_lines l on l.invoice_id = i.id and l.kind = 'product'
      left join companies on companies.id = i.company_id left join contacts on contacts.id = i.contact_id
      left join family f on f.at = d.order_id or f.quotation_id = d.quotation_id
    where f.id is not null or d.quotation_id = any(${[...quotationIds]}::integer[])
    order by i.id, l.position, l.id, f.id`.execute(db)
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
 * What an invoice of these lines of orders or quotations takes off of their deposits: one function for what is shown before
 * and for what is made.
 */
export async function planSettlement(db: Db | Trx, lines: readonly SaleLine[]): Promise<Settlement[]> {
  const products = lines.filter(({ kind }) => kind === 'product')
  const orders = [...new Set(products.flatMap(({ order_id }) => order_id ?? []))]
  const quotations = [...new Set(products.flatMap(({ quotation_id }) => quotation_id ?? []))]
  if (orders.length + quotations.length === 0) return []
  const parts = await listOpenParts(db, orders, quotations)
  if (parts.length === 0) return []
  const found: Settlement[] = []
  for (const order of new Set(parts.map(({ order_id }) => order_id))) {
    const own = products.filter(({ order_id }) => (order_id ?? 0) === order)
    const open = order === 0 ? [] : await listSaleLines(db, { type: 'order', id: order })
    const going = new Set(own.map(({ id }) => id))
    const isLast = !open.some(
      ({ id, kind, destination }) => kind === 'product' && destination === null && !going.has(id),
    )
    const settled = settlementOf(
      own.map(totalled),
      parts.filter(({ order_id }) => order_id === order),
      { isLast },
    )
    for (const { part, amount } of settled) {
      const { id, tax_type_id, rate, taxes_included, uid, invoice_date, payer } = part as Deposited
      const name = `Aanbetaling, factuur ${uid} van ${formatDate(invoice_date)}`
      found.push({ order_id: order, source_id: id, tax_type_id, tax: rate, taxes_included, name, amount, uid, payer })
    }
  }
  return found
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
export async function lockDeposits(trx: Trx, lines: readonly SaleLine[]): Promise<void> {
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
