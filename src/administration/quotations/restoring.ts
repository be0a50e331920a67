import type { Restoring } from '../../platform/undo/points.ts'
import { refuseStrangers } from '../sales/index.ts'

/** Whom a quotation is for belongs together, also when it is as it was before. */
export const quotationRestoring: Restoring = {
  table: 'quotations',
  judge: async (trx, changes) => {
    const back = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (back.length === 0) return
    const rows = await trx
      .selectFrom('quotations')
      .select(['company_id', 'contact_id'])
      .where('id', 'in', back)
      .execute()
    for (const row of rows) await refuseStrangers(trx, row)
  },
}
