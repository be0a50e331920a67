import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { addOrder, attachContact } from '../../../administration/orders/orders/index.ts'
import { addLines, lockSale, setDelivered } from '../../../administration/sales/sales/index.ts'
import { attachDevices } from '../../orders/order-devices/index.ts'
import { type Ahead, type PlannedOrder, planOrders } from './period-orders.plan.ts'

interface Asking extends Ahead {
  registry: Registry
  employee_id: number | null
}

/** Keeps the orders of these contracts from being made by somebody else meanwhile. */
const lockContracts = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('inspection_contracts')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Makes the orders of contracts whose work month is next; what there is already, or cannot be made, is left.
 * @returns the plan, with the orders that were made by their contract
 */
export async function makePeriodOrders(trx: Trx, ids: readonly number[], asking: Asking) {
  await lockContracts(trx, ids)
  const plan = await planOrders(trx, ids, asking)
  const made = new Map<number, number>()
  const going = plan.filter(({ why }) => why === null)
  for (const planned of going) made.set(planned.id, await makeOrder(trx, planned, asking))
  await carry(trx, going, made)
  return { plan, made }
}

async function makeOrder(trx: Trx, { head, lines }: PlannedOrder, { registry, employee_id }: Asking): Promise<number> {
  const { company_id, contact_id, name: reference, place } = head
  const order_date = today()
  const id = await addOrder(trx, {
    ...{ company_id, contact_id, employee_id, order_date, reference, quotation_id: null, plannable: true },
    ...{ header_text: null, footer_text: null, ...place },
  })
  if (lines.length > 0) await addLines(trx, await lockSale(trx, registry, { type: 'order', id }), lines)
  return id
}

/** What the new orders carry: their devices, who has to do with them, and of which period they are. */
async function carry(trx: Trx, going: readonly PlannedOrder[], made: ReadonlyMap<number, number>): Promise<void> {
  if (going.length === 0) return
  const ids = going.map(({ id }) => id)
  await trx
    .insertInto('contract_orders')
    .values(
      going.map(({ id, period_end, month }) => ({
        contract_id: id,
        order_id: made.get(id)!,
        period_end,
        work_month: month,
      })),
    ) // prettier-ignore
    .execute()
  await attachDevices(
    trx,
    going.flatMap(({ id, devices }) => devices.map(({ device_id, schedule_id }) => ({ order_id: made.get(id)!, device_id, schedule_id }))), // prettier-ignore
  )
  const contacts = await trx
    .selectFrom('contract_contacts')
    .select(['contract_id', 'contact_id'])
    .where('contract_id', 'in', ids)
    .execute()
  for (const { contract_id, contact_id } of contacts) await attachContact(trx, made.get(contract_id)!, contact_id)
  await deliverBegun(trx, ids)
}

/** The fixed price of a period can be billed from its first day. @param ids of these contracts, or of all */
export async function deliverBegun(trx: Trx, ids?: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from inspection_contracts c join contract_orders o on o.contract_id = c.id
    join sale_lines l on l.order_id = o.order_id and l.product_id = c.fixed_product_id and l.price = c.fixed_price
    where c.price_kind = 'fixed' and not l.delivered and l.destination is null
      and (o.period_end - make_interval(years => case c.repeat_unit when 'years' then c.repeat_count else 0 end,
        months => case c.repeat_unit when 'months' then c.repeat_count else 0 end,
        weeks => case c.repeat_unit when 'weeks' then c.repeat_count else 0 end))::date <= ${today()}::date
      and ${ids === undefined ? sql<boolean>`true` : sql<boolean>`c.id = any(${[...ids]}::integer[])`}`.execute(trx)
  if (rows.length > 0) await setDelivered(trx, rows.map(({ id }) => id), true) // prettier-ignore
}

/**
 * The order of a contract's running period: made once, and the same one afterwards.
 * @throws NotFound; HttpError (409) where it cannot be made, with why
 */
export async function makeOrderFor(trx: Trx, id: number, asking: Asking): Promise<{ id: number; isNew: boolean }> {
  const { plan, made } = await makePeriodOrders(trx, [id], { ...asking, early: true })
  const [planned] = plan
  const order = made.get(id)
  if (order !== undefined) return { id: order, isNew: true }
  if (planned?.made) return { id: planned.made.id, isNew: false }
  throw new HttpError(409, planned?.why ?? 'Dit contract bestaat niet meer.')
}
