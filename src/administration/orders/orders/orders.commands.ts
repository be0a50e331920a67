import type { Selectable } from 'kysely'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import type { Orders } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import {
  type AddedLine,
  addLines,
  awaitPlaces,
  copyAnew,
  copyLines,
  freeSources,
  listSaleLines,
  lockSale,
  refuseStrangers,
  repriceSale,
  setDelivered,
  setDestination,
  takeNumbers,
  withPlace,
} from '../../sales/sales/index.ts'
import { refuseOtherBuyer } from './buyer.commands.ts'
import type { OrderEdit, OrderInput } from './orders.forms.ts'
import { listOrderContacts } from './orders.queries.ts'
import { keepPlace } from './places.commands.ts'
import { SETTLED } from './orders.rules.ts'

/** What an order is made of beside what its form says. */
type AddedOrder = Omit<OrderInput, 'use_invoice_relation' | 'invoice_relation_id'> & {
  use_invoice_relation?: boolean
  invoice_relation_id?: number | null
  parent_order_id?: number
  print_layout_id?: number | null
}

/**
 * A new order with its number. Whatever may have to wait is locked before, since the counter stays locked.
 * @throws Invalid where nobody buys, or two who do not belong together
 */
export async function addOrder(trx: Trx, input: AddedOrder): Promise<number> {
  await refuseStrangers(trx, input)
  const head = await withPlace(trx, input)
  const year = Number(head.order_date.slice(0, 4))
  const [sequence] = await takeNumbers(trx, 'order', year)
  const { id } = await trx
    .insertInto('orders')
    .values({ ...head, year, sequence: sequence! })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepPlace(trx, id, head)
  return id
}

/**
 * @returns how many of its lines got another price, of another customer or day
 * @throws NotFound, Invalid; Stale when someone else saved first; Unconfirmed where prices were agreed already
 */
export async function editOrder(
  trx: Trx,
  registry: Registry,
  id: number,
  { version, prices, ...input }: OrderEdit,
): Promise<number> {
  const row = await lockVersion(trx, 'orders', id, version, input)
  await refuseStrangers(trx, input)
  const isOther =
    row.company_id !== input.company_id || (row.company_id === null && row.contact_id !== input.contact_id)
  if (isOther) await refuseOtherBuyer(trx, registry, id)
  await trx.updateTable('orders').set(input).where('id', '=', id).execute()
  await keepPlace(trx, id, input)
  return repriceSale(
    trx,
    { type: 'order', id },
    { before: { ...row, day: row.order_date }, after: { ...input, day: input.order_date }, answer: prices },
  )
}

/** Takes an order away; what of another order went onto it can go elsewhere again. */
export async function deleteOrder(trx: Trx, id: number): Promise<void> {
  await freeSources(trx, { type: 'order', id })
  await trx.deleteFrom('orders').where('id', '=', id).execute()
}

/** Somebody of the customer, or whoever else has to do with an order; who is there already stays. */
export async function attachContact(trx: Trx, order_id: number, contact_id: number): Promise<void> {
  await lockRow(trx, 'orders', order_id)
  await trx
    .insertInto('order_contacts')
    .values({ order_id, contact_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @throws NotFound where the contact does not stand there */
export async function detachContact(trx: Trx, order_id: number, contact_id: number): Promise<void> {
  const gone = await trx
    .deleteFrom('order_contacts')
    .where('order_id', '=', order_id)
    .where('contact_id', '=', contact_id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFound('Contact')
}

/** Those lines of an order that are products and have not gone on yet. @throws NotFound, HttpError when none has */
async function openLines(trx: Trx, registry: Registry, id: number) {
  await lockSale(trx, registry, { type: 'order', id })
  const lines = await listSaleLines(trx, { type: 'order', id })
  return lines.filter(({ kind, destination }) => kind === 'product' && destination === null)
}

/** Says of one line of an order whether it was delivered. @throws NotFound where it stands in another */
export async function deliverLine(
  trx: Trx,
  registry: Registry,
  id: number,
  { line, delivered }: { line: number; delivered: boolean },
): Promise<void> {
  await lockSale(trx, registry, { type: 'order', id })
  const found = (await listSaleLines(trx, { type: 'order', id })).find((one) => one.id === line)
  if (found?.kind !== 'product') throw new NotFound('Regel')
  if (found.destination !== null) throw new HttpError(409, SETTLED)
  await setDelivered(trx, [line], delivered)
}

/** Everything of an order that has not gone on was delivered. @returns how many lines that were not before */
export async function deliverAll(trx: Trx, registry: Registry, id: number): Promise<number> {
  const lines = (await openLines(trx, registry, id)).filter(({ delivered }) => !delivered)
  await setDelivered(trx, lines.map((line) => line.id), true) // prettier-ignore
  return lines.length
}

/** What a copy of an order and an order that follows it have of it. */
const HEAD = [
  'company_id',
  'contact_id',
  'employee_id',
  'reference',
  'plannable',
  'use_invoice_relation',
  'invoice_relation_id',
  'header_text',
  'footer_text',
  'print_layout_id',
  'street',
  'street_no',
  'street_no_adding',
  'postal_code',
  'city',
  'country_code',
] as const
type Head = Pick<Selectable<Orders>, (typeof HEAD)[number]>

/**
 * A new order for what of an order is not delivered yet, with who has to do with it. The caller has locked that order.
 * @param of.line_ids lines of it, in this order, at the prices that they have
 * @param of.added products at the prices of today, behind them
 */
export async function followOrder(
  trx: Trx,
  registry: Registry,
  order: Head & { id: number },
  { line_ids, added = [] }: { line_ids: readonly number[]; added?: readonly AddedLine[] },
): Promise<number> {
  const head = Object.fromEntries(HEAD.map((column) => [column, order[column]])) as unknown as Head
  const lines = (await listSaleLines(trx, { type: 'order', id: order.id })).filter((line) => line_ids.includes(line.id))
  const day = today()
  const id = await addOrder(trx, { ...head, quotation_id: null, order_date: day, parent_order_id: order.id })
  const to = { type: 'order', id } as const
  await copyLines(trx, to, lines)
  const settled = lines.filter(({ kind }) => kind === 'product')
  await setDestination(trx, settled.map((line) => line.id), 'order') // prettier-ignore
  await addLines(trx, { ...to, company_id: head.company_id, contact_id: head.contact_id, day }, added)
  await awaitPlaces(trx, registry, id)
  for (const { id: contact } of await listOrderContacts(trx, order.id).execute()) await attachContact(trx, id, contact)
  return id
}

/**
 * The same order once more, of today and not delivered.
 * @param prices 'kept' as they are, or 'new' as they are today for this customer
 */
export async function copyOrder(trx: Trx, registry: Registry, id: number, prices: 'kept' | 'new'): Promise<number> {
  const order = await trx.selectFrom('orders').select(HEAD).where('id', '=', id).executeTakeFirst()
  if (!order) throw new NotFound('Order')
  const lines = await listSaleLines(trx, { type: 'order', id })
  const day = today()
  const copy = await addOrder(trx, { ...order, quotation_id: null, order_date: day })
  const to = { type: 'order', id: copy } as const
  if (prices === 'kept') await copyLines(trx, to, lines, { linked: false })
  else await copyAnew(trx, { ...to, company_id: order.company_id, contact_id: order.contact_id, day }, lines)
  await awaitPlaces(trx, registry, copy)
  return copy
}
