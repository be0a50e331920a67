import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { CarriedChoice, CarriedItem } from '../../../administration/orders/orders/points.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { productsByCategory } from '../../catalogue/device-categories/index.ts'
import { COVERED, coverageOf } from '../../contracts/contracts/index.ts'
import { RESULTS, type Result, atOpenVisit, orderDevicesOf } from '../../orders/order-devices/index.ts'

interface Billed {
  id: number
  approved_product_id: number | null
  installed_product_id: number | null
  is_new: boolean
}

/** What each device is billed as by its category, and whether it came in the place of another and was never looked at. */
async function billedByCategory(db: Db | Trx, ids: readonly number[]): Promise<Map<number, Billed>> {
  const { rows } = await sql<Billed>`
    select d.id, p.approved_product_id, p.installed_product_id,
      d.replaces_device_id is not null
        and not exists (select from device_schedules r where r.device_id = d.id and r.last_on is not null) as is_new
    from devices d left join ${productsByCategory} p on p.category_id = d.device_category_id
    where d.id = any(${[...ids]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const NO_PRODUCT = {
  approved: 'Kies eerst bij Instellingen, Keuringen welk product op de factuur komt als een apparaat is goedgekeurd.',
  installed: 'Kies eerst bij Instellingen, Keuringen welk product op de factuur komt als een apparaat is geplaatst.',
}

const one = (product_id: number | null) => (product_id === null ? [] : [{ product_id, count: '1' }])

/** What approving a device comes to on a bill. */
export interface ApprovalBill {
  /** Null where neither its category nor the settings say it. */
  product_id: number | null
  kind: 'approved' | 'installed'
  /** By the contract of the order, so that it costs nothing. */
  isCovered: boolean
}

/** What approving devices of an order comes to, in this order, as far as what its contract covers goes. */
export async function approvalBills(db: Db | Trx, orderId: number, ids: readonly number[]) {
  const usual = await readSetting(db, 'inspections')
  const billed = await billedByCategory(db, ids)
  const left = await coverageOf(db, orderId)
  return new Map(
    ids.map((id): [number, ApprovalBill] => {
      const of = billed.get(id)!
      const kind = of.is_new ? 'installed' : 'approved'
      const product_id = of[`${kind}_product_id`] ?? usual[`${kind}_product_id`]
      // What is placed is no inspection: a contract covers what it takes, and keeps no count of this.
      const isCovered = kind === 'approved' && product_id !== null && (left.get(product_id) ?? 0) > 0
      if (isCovered) left.set(product_id, left.get(product_id)! - 1)
      return [id, { product_id, kind, isCovered }]
    }),
  )
}

const VISIT_OPEN =
  'Op deze order staat een bezoek waarbij al is gekeurd. Rond dat eerst af: wat daar is gedaan, komt dan op de order.'

/** What was approved at a visit before anybody had said as what that is billed. */
const APPROVALS = (Object.keys(RESULTS) as Result[]).filter((result) => RESULTS[result].isApproved)
const isUnbilled = (result: Result | null) => result !== null && RESULTS[result].isApproved

/** The devices of an order that were not checked, or not billed, and about which nobody decided yet. */
export async function devicesToDecide(db: Db | Trx, orderId: number): Promise<CarriedItem[]> {
  const devices = (await orderDevicesOf(db, orderId)).filter(
    ({ checked, destination, result, at_open_visit }) =>
      destination === null && (!checked || isUnbilled(result) || at_open_visit),
  )
  if (devices.length === 0) return []
  const bills = await approvalBills(db, orderId, devices.map(({ id }) => id)) // prettier-ignore
  return devices.map(
    ({ id, number, name, location_description: place, category, product_id, result, at_open_visit }) => {
      const { product_id: product, kind, isCovered } = bills.get(id)!
      const approve: CarriedChoice = isCovered
        ? { value: 'approve', label: 'Goedkeuren', goes: null }
        : { value: 'approve', label: 'Goedkeuren', goes: 'invoice', lines: one(product) }
      const choices: [CarriedChoice, ...CarriedChoice[]] = [
        approve,
        ...(isUnbilled(result)
          ? []
          : [
              { value: 'replace_later', label: 'Later vervangen', goes: 'order' as const, lines: one(product_id) },
              { value: 'make_quote', label: 'Offerte maken', goes: 'quote' as const, lines: one(product_id) },
            ]),
        { value: 'none', label: isUnbilled(result) ? 'Niet in rekening brengen' : 'Niet gedaan', goes: null },
      ]
      return {
        id,
        name: `${number} ${name}`,
        note: [place, category, isCovered ? COVERED : ''].filter(Boolean).join(' · '),
        choices,
        usual: 'approve',
        ...(at_open_visit ? { refusal: VISIT_OPEN } : product === null ? { refusal: NO_PRODUCT[kind] } : {}),
      }
    },
  )
}

/** Which of these orders carry such devices. */
export async function ordersToDecide(db: Db | Trx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('order_devices')
    .select('order_id')
    .distinct()
    .where('order_id', 'in', [...ids])
    .where('destination', 'is', null)
    .where((eb) => eb.or([eb('checked', '=', false), eb('result', 'in', APPROVALS), atOpenVisit]))
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
