import type { Restoring } from '../../platform/undo/points.ts'
import { refuseStrangers } from '../sales/index.ts'

/** Who buys an order belongs together, also when it is as it was before. */
export const orderRestoring: Restoring = {
  table: 'orders',
  judge: async (trx, changes) => {
    const back = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (back.length === 0) return
    const rows = await trx.selectFrom('orders').select(['company_id', 'contact_id']).where('id', 'in', back).execute()
    for (const row of rows) await refuseStrangers(trx, row)
  },
}
