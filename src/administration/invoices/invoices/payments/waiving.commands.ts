import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError } from '../../../../platform/errors.ts'
import { WAIVING, waivable } from '../../../sales/claims/index.ts'
import { closedUntil } from '../periods/closed-period.queries.ts'
import { lockStanding } from '../definitive/locking.commands.ts'
import { isWaived } from './payment-state.queries.ts'

/**
 * Lets costs and interest of an invoice go: no letter asks them any more, and what was paid of them goes to the invoice
 * after all, but for what stands in the closed period.
 * @throws NotFound; HttpError where that was done already, or letters are never about it
 */
export async function waiveCosts(trx: Trx, id: number, reason: string): Promise<void> {
  const { uid, credits_id } = await lockStanding(trx, id)
  if (credits_id !== null) throw new HttpError(409, `${uid} is een creditfactuur: daarover gaan geen brieven.`)
  if (await isWaived(trx, id)) throw new HttpError(409, WAIVING.refusal)
  await trx.insertInto('invoice_marks').values({ invoice_id: id, kind: 'costs_waived', note: reason }).execute()
  const closed = await closedUntil(trx)
  await sql`update invoice_payments p set costs = null, interest = null where ${waivable('invoice', id, closed)}`.execute(
    trx,
  )
}

/** Letters ask costs and interest of an invoice again; how payments were divided stays as it is. @throws NotFound */
export async function askAgain(trx: Trx, id: number): Promise<void> {
  await lockStanding(trx, id)
  await trx.deleteFrom('invoice_marks').where('invoice_id', '=', id).where('kind', '=', 'costs_waived').execute()
}
