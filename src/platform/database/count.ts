import { sql } from 'kysely'
import type { RowQuery } from './types.ts'

/** How many rows a query finds, whatever it selects. */
export async function countOf(query: RowQuery<object>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
