import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { ClaimKind } from './claims.queries.ts'
import { PAYMENTS } from './left.queries.ts'

/**
 * Payments `p` of an invoice or item of which costs and interest go to itself once these are let go: a payment and what was
 * taken back of it stay divided alike, so that both of them do, or none where one stands in the closed period.
 * @param closed the last day of that period, '' where there is none
 */
export function waivable(kind: ClaimKind, id: number, closed: string): RawBuilder<SqlBool> {
  const { table, of } = PAYMENTS[kind]
  return sql<SqlBool>`(
    p.${of} = ${id} and num_nonnulls(p.costs, p.interest) > 0 and not exists (
      select from ${table} own where coalesce(own.takes_back_id, own.id) = coalesce(p.takes_back_id, p.id)
        and own.paid_on::text <= ${closed} and own.${of} = ${id}))`
}

/** What was paid of costs and interest, in cents: what goes to the invoice once they are let go, and what stays. */
export async function splitByWaiving(
  db: Db | Trx,
  kind: ClaimKind,
  id: number,
  closed: string,
): Promise<{ moves: number; stays: number }> {
  const { table, of } = PAYMENTS[kind]
  const { rows } = await sql<{ moves: number; paid: number }>`
    select coalesce(sum(amount - principal) filter (where ${waivable(kind, id, closed)}), 0)::float8 as moves,
      coalesce(sum(amount - principal), 0)::float8 as paid
    from ${table} p where p.${of} = ${id}`.execute(db)
  const { moves, paid } = rows[0]!
  return { moves, stays: paid - moves }
}
