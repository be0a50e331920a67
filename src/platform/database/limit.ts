import { type RawBuilder, sql } from 'kysely'
import { literal } from '../fast/prepared-reads.ts'

/** LIMIT and OFFSET of a query in SQL. @throws RangeError for anything but whole numbers from 0 */
export const limitTo = (rows: number, offset = 0): RawBuilder<unknown> =>
  sql`limit ${literal(rows)} offset ${literal(offset)}`
