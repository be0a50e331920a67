import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'

export const IS_WAIVED = 'De kosten en rente van deze factuur zijn al vervallen.'

/**
 * Payments `p` of an invoice of which costs and interest go to the invoice once these are let go: a payment and what was
 * taken back of it stay divided alike, so that both of them do, or none where one stands in the closed period.
 * @param closed the last day of that period, '' where there is none
 */
export const moving = (id: number, closed: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  p.invoice_id = ${id} and num_nonnulls(p.costs, p.interest) > 0 and not exists (
    select from invoice_payments own where coalesce(own.takes_back_id, own.id) = coalesce(p.takes_back_id, p.id)
      and own.paid_on::text <= ${closed} and own.invoice_id = ${id}))`

/** What was paid of costs and interest, in cents: what goes to the invoice once they are let go, and what stays. */
export async function paidBeside(db: Db | Trx, id: number, closed: string): Promise<{ moves: number; stays: number }> {
  const { rows } = await sql<{ moves: number; paid: number }>`
    select coalesce(sum(amount - principal) filter (where ${moving(id, closed)}), 0)::float8 as moves,
      coalesce(sum(amount - principal), 0)::float8 as paid
    from invoice_payments p where p.invoice_id = ${id}`.execute(db)
  const { moves, paid } = rows[0]!
  return { moves, stays: paid - moves }
}
