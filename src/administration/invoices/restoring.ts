import { type Restoring, type RowChange, sideOf } from '../../platform/undo/points.ts'
import type { Trx } from '../../platform/database/types.ts'
import { refuseClosed } from './closed-period.queries.ts'

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

/** A payment neither comes into a closed period nor leaves it. */
async function judgePayments(trx: Trx, changes: RowChange[]): Promise<void> {
  for (const change of changes)
    await refuseClosed(trx, sideOf(change).paid_on as string, 'Deze betaling is niet meer terug te draaien.')
}

/** What was told of an invoice is locked by that invoice. */
export const factRestorings: Restoring[] = ['invoice_payments', 'invoice_marks'].map((table) => ({
  table,
  lock: lockInvoices,
  ...(table === 'invoice_payments' ? { judge: judgePayments } : {}),
}))
