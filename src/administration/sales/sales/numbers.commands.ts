import type { Trx } from '../../../platform/database/types.ts'
import type { SaleType } from './points.ts'

/**
 * The next numbers of a kind and a year, without gaps or doubles whatever runs at once (rulings 6). The counter stays
 * locked until the transaction ends, so nothing may wait after it.
 */
export async function takeNumbers(trx: Trx, kind: SaleType, year: number, count = 1): Promise<number[]> {
  const { last } = await trx
    .insertInto('sale_counters')
    .values({ kind, year, last: count })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet((eb) => ({ last: eb('sale_counters.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, i) => last - count + 1 + i)
}
