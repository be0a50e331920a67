import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { addOrder, attachContact } from '../../../administration/orders/orders/index.ts'
import { addLines, lockSale, setDelivered } from '../../../administration/sales/sales/index.ts'
import { attachDevices } from '../../orders/order-devices/index.ts'
import { listContractContacts } from './contracts.queries.ts'
import { periodStart } from './contracts.rules.ts'
import { type Ahead, type PlannedOrder, placeOf, planOrders } from './period-orders.plan.ts'

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
  for (const planned of plan) if (planned.why === null) made.set(planned.id, await makeOrder(trx, planned, asking))
  return { plan, made }
}

async function makeOrder(trx: Trx, planned: PlannedOrder, { registry, employee_id }: Asking): Promise<number> {
  const contract = await trx
    .selectFrom('inspection_contracts')
    .selectAll()
    .where('id', '=', planned.id)
    .executeTakeFirstOrThrow()
  const { company_id, contact_id } = contract
  const order_date = today()
  const id = await addOrder(trx, {
    ...{
      company_id,
      contact_id,
      employee_id,
      order_date,
      reference: contract.name,
      quotation_id: null,
      plannable: true,
    },
    ...{ header_text: null, footer_text: null, ...(await placeOf(trx, contract)) },
  })
  const lines = await addLines(trx, await lockSale(trx, registry, { type: 'order', id }), planned.lines)
  // The fixed price can be billed from the first day of its period.
  const hasBegun = periodStart({ ...contract, repeat_unit: contract.repeat_unit as 'years' }) <= order_date
  if (
    contract.price_kind === 'fixed' &&
    planned.lines[0]?.price !== undefined &&
    planned.lines[0].price !== '0' &&
    hasBegun
  )
    // prettier-ignore
    await setDelivered(trx, [lines[0]!], true)
  await attachDevices(trx, id, planned.devices.map(({ device_id, schedule_id }) => ({ device_id, schedule_id }))) // prettier-ignore
  for (const contact of await listContractContacts(trx, planned.id)) await attachContact(trx, id, contact.id)
  await trx
    .insertInto('contract_orders')
    .values({ contract_id: planned.id, order_id: id, period_end: planned.period_end, work_month: planned.month })
    .execute()
  return id
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
