import type { Trx } from '../../platform/database/types.ts'
import { type Restoring, type RowChange, sideOf } from '../../platform/undo/points.ts'
import { refuseClosed } from '../invoices/index.ts'

/** What was paid of an item is locked by that item, and neither comes into a closed period nor leaves it. */
export const paymentRestoring: Restoring = {
  table: 'opening_payments',
  lock: (trx: Trx, changes: RowChange[]) =>
    trx
      .selectFrom('opening_items')
      .select('id')
      .where(
        'id',
        'in',
        changes.map((change) => sideOf(change).opening_item_id as number),
      )
      .orderBy('id')
      .forUpdate()
      .execute(),
  judge: async (trx: Trx, changes: RowChange[]) => {
    for (const change of changes)
      await refuseClosed(trx, sideOf(change).paid_on as string, 'Deze betaling is niet meer terug te draaien.')
  },
}
