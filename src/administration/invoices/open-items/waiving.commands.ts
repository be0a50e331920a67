import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { HttpError } from '../../../platform/errors.ts'
import { WAIVING, waivable } from '../../sales/claims/index.ts'
import { closedUntil } from '../invoices/index.ts'
import { NO_LETTERS } from './opening-items.rules.ts'

/**
 * Lets costs and interest of an item go, as of an invoice of ours: no letter asks them any more, and what was paid of them
 * goes to the item, but for what stands in the closed period.
 * @throws NotFound; HttpError where that was done already, or letters are never about it
 */
export async function waiveOpeningCosts(trx: Trx, id: number, reason: string): Promise<void> {
  const { opening, costs_waived } = await lockRow(trx, 'opening_items', id)
  if (opening < 0) throw new HttpError(409, NO_LETTERS)
  if (costs_waived !== null) throw new HttpError(409, WAIVING.refusal)
  await trx.updateTable('opening_items').set({ costs_waived: reason }).where('id', '=', id).execute()
  const closed = await closedUntil(trx)
  await sql`update opening_payments p set costs = null, interest = null where ${waivable('opening', id, closed)}`.execute(trx) // prettier-ignore
}

/** Letters ask costs and interest of an item again; how payments were divided stays as it is. @throws NotFound */
export async function askOpeningAgain(trx: Trx, id: number): Promise<void> {
  await lockRow(trx, 'opening_items', id)
  await trx.updateTable('opening_items').set({ costs_waived: null }).where('id', '=', id).execute()
}
