import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { OrderCargo } from '../../../administration/orders/orders/points.ts'
import { logDevices, markInspected, setStatus } from '../../devices/devices/index.ts'
import { carriesDevices, coverDevices, decideDevices, passDevices } from '../../orders/order-devices/index.ts'
import { devicesToDecide, ordersToDecide } from './cargo.queries.ts'

/** Looked at today and found in order; what was rejected is in use again. */
async function approve(trx: Trx, orderId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await decideDevices(trx, orderId, ids, 'invoice')
  // What was approved at a visit is due from that day on.
  await markInspected(trx, rows.filter(({ result }) => result === null), today()) // prettier-ignore
  await logDevices(trx, ids, 'Goedgekeurd')
  const rejected = await trx
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'rejected')
    .execute()
  await setStatus(trx, rejected.map(({ id }) => id), 'in_use') // prettier-ignore
}

/** What becomes of the devices that an order carries when it is migrated. */
export const deviceCargo: OrderCargo = {
  key: 'devices',
  label: 'Apparaten',
  items: devicesToDecide,
  undecided: ordersToDecide,
  keepsBuyer: async (trx, orderId) =>
    (await carriesDevices(trx, orderId)) ? 'Op deze order staan apparaten van deze klant. Haal die er eerst af.' : null,
  carryOut: async (trx, orderId, chosen, made) => {
    const ids = (value: string) => chosen.filter(({ choice }) => choice.value === value).map(({ item }) => item.id)
    const [later, quoted] = [ids('replace_later'), ids('make_quote')]
    await approve(trx, orderId, ids('approve'))
    const covered = chosen.filter(({ choice }) => choice.value === 'approve' && choice.goes === null)
    if (covered.length > 0) await coverDevices(trx, orderId, covered.map(({ item }) => item.id)) // prettier-ignore
    if (later.length > 0) {
      await decideDevices(trx, orderId, later, 'order')
      await passDevices(trx, orderId, later, made.order!)
    }
    if (quoted.length > 0) {
      await decideDevices(trx, orderId, quoted, 'quote')
      await logDevices(trx, quoted, 'Offerte gemaakt')
    }
  },
}
