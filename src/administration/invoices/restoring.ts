import { type Restoring, type RowChange, sideOf } from '../../platform/undo/points.ts'
import type { Trx } from '../../platform/database/types.ts'
import { refuseStrangers } from '../sales/index.ts'

/** Who gets an invoice belongs together, also when it is as it was before. */
export const invoiceRestoring: Restoring = {
  table: 'invoices',
  judge: async (trx, changes) => {
    const back = changes.filter(({ kind }) => kind !== 'created').map(({ id }) => id)
    if (back.length === 0) return
    const rows = await trx.selectFrom('invoices').select(['company_id', 'contact_id']).where('id', 'in', back).execute()
    for (const row of rows) await refuseStrangers(trx, row)
  },
}

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
