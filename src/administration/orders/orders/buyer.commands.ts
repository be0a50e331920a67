import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { orderCargo } from './points.ts'

/** @throws Invalid where the order carries something of its customer */
export async function refuseOtherBuyer(trx: Trx, registry: Registry, id: number): Promise<void> {
  for (const cargo of registry.all(orderCargo)) {
    const why = (await cargo.keepsBuyer?.(trx, id)) ?? null
    if (why !== null) throw new Invalid({ company_id: [why] })
  }
}
