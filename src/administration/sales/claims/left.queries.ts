import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { ClaimKind } from './claims.queries.ts'
import type { Division } from './dividing.rules.ts'

/** Where payments stand, and of what. */
export const PAYMENTS = {
  invoice: { table: sql.table('invoice_payments'), of: sql.ref('invoice_id') },
  opening: { table: sql.table('opening_payments'), of: sql.ref('opening_item_id') },
}

/**
 * What is left of a payment after what was taken back, by its parts; its invoice or item is locked.
 * @param without a row that takes back, left out
 */
export async function leftOf(trx: Trx, kind: ClaimKind, id: number, without = 0): Promise<Division> {
  const { rows } = await sql<Division>`
    select coalesce(sum(costs), 0)::float8 as costs, coalesce(sum(interest), 0)::float8 as interest,
      coalesce(sum(principal), 0)::float8 as principal
    from ${PAYMENTS[kind].table} where (id = ${id} or takes_back_id = ${id}) and id <> ${without}`.execute(trx)
  return rows[0]!
}
