import type { Restoring } from '../../../platform/undo/points.ts'
import { refuseStrangers } from './customers.commands.ts'
import type { SaleTable } from './sales.queries.ts'

/** Who buys belongs together, also when a sale is as it was before. */
export const buyersRestoring = (table: SaleTable): Restoring => ({
  table,
  judge: async (trx, changes) => {
    const back = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (back.length === 0) return
    const rows = await trx.selectFrom(table).select(['company_id', 'contact_id']).where('id', 'in', back).execute()
    for (const row of rows) await refuseStrangers(trx, row)
  },
})
