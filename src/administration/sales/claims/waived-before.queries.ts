import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { type ClaimKind, listBeside } from './claims.queries.ts'
import { columnsOf, sumBeside } from './dividing.rules.ts'
import { PAYMENTS } from './left.queries.ts'
import { type DividedRow, withoutUnasked } from './waived-before.rules.ts'

/**
 * Payments of an invoice or item that went to more costs and interest than letters ask by now, as they are to be divided;
 * it is locked, and who writes its payments writes that.
 * @param closed the last day of the closed period, '' for none: what stands in it stays as it is
 */
export async function listUnasked(trx: Trx, kind: ClaimKind, id: number, closed: string) {
  const { table, of } = PAYMENTS[kind]
  const { rows } = await sql<DividedRow>`
    select id, takes_back_id, paid_on::text, amount, coalesce(costs, 0) as costs, coalesce(interest, 0) as interest
    from ${table} where ${of} = ${id} order by id`.execute(trx)
  const letters = (await listBeside(trx, kind, [id])).get(id)?.letters ?? []
  return withoutUnasked(rows, sumBeside(letters), closed).map((row) => ({ id: row.id, ...columnsOf(row) }))
}
