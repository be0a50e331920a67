import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'

/**
 * Raises the maximum of parts that the caller has locked.
 * @returns false, with nothing changed, when a part would get more than `most` places
 */
export async function addPlaces(
  trx: Trx,
  parts: readonly { id: number; places: number }[],
  most: number,
): Promise<boolean> {
  const ids = parts.map(({ id }) => id)
  const extra = parts.map(({ places }) => places)
  const more = sql`unnest(${ids}::integer[], ${extra}::integer[]) as more (id, places)`
  const { rows } = await sql<{ max_count: number }>`
    select a.max_count + more.places as max_count from appointments a join ${more} on more.id = a.id
  `.execute(trx)
  if (rows.some(({ max_count }) => max_count > most)) return false
  await sql`
    update appointments a set max_count = a.max_count + more.places from ${more} where a.id = more.id
  `.execute(trx)
  return true
}
