import { type Restoring, type RowChange, sideOf } from '../../platform/undo/points.ts'
import type { Trx } from '../../platform/database/types.ts'

const lockInvoices = (trx: Trx, changes: RowChange[]) =>
  trx
    .selectFrom('invoices')
    .select('id')
    .where(
      'id',
      'in',
      changes.map((change) => sideOf(change).invoice_id as number),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** What was told of an invoice is locked by that invoice. */
export const factRestorings: Restoring[] = ['invoice_payments', 'invoice_marks'].map((table) => ({
  table,
  lock: lockInvoices,
}))
