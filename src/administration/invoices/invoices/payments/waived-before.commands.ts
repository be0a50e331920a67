import type { Trx } from '../../../../platform/database/types.ts'
import { listUnasked } from '../../../sales/claims/index.ts'
import { closedUntil } from '../periods/closed-period.queries.ts'
import { lockStanding } from '../definitive/locking.commands.ts'

/**
 * Gives to an invoice what was paid of costs and interest that no letter asks any more, since it came back; what stands in
 * the closed period stays there.
 * @throws NotFound
 */
export async function giveUnasked(trx: Trx, id: number): Promise<void> {
  await lockStanding(trx, id)
  for (const { id: payment, ...parts } of await listUnasked(trx, 'invoice', id, await closedUntil(trx)))
    await trx.updateTable('invoice_payments').set(parts).where('id', '=', payment).execute()
}
