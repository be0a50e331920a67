import type { Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { listUnasked } from '../../sales/claims/index.ts'
import { closedUntil } from '../invoices/index.ts'

/**
 * Gives to an item what was paid of costs and interest that no letter asks any more, as of an invoice of ours.
 * @throws NotFound
 */
export async function giveOpeningUnasked(trx: Trx, id: number): Promise<void> {
  await lockRow(trx, 'opening_items', id)
  for (const { id: payment, ...parts } of await listUnasked(trx, 'opening', id, await closedUntil(trx)))
    await trx.updateTable('opening_payments').set(parts).where('id', '=', payment).execute()
}
