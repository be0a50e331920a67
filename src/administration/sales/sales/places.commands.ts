/** Lines of orders that are delivered place by place, by what another area knows. */
import { type SqlBool, sql } from 'kysely'
import { HttpError } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { placesOfLines } from './points.ts'

/**
 * Lines that were just added to an order wait for their places.
 * @param added those lines; all of an order that is new when left out
 */
export async function awaitPlaces(
  trx: Trx,
  registry: Registry,
  orderId: number,
  added?: readonly number[],
): Promise<void> {
  const among = added === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id = any(${[...added]}::integer[])`
  for (const { waits } of registry.all(placesOfLines))
    await sql`
      update sale_lines set has_to_be_delivered = true, delivered = false
      where order_id = ${orderId} and ${among} and kind = 'product' and not has_to_be_delivered and destination is null
        and ${waits(sql.ref('sale_lines.product_id'))}`.execute(trx)
}

/** How many places of lines are taken, with how that is told; of those of which any is. */
export async function takenOf(db: Db | Trx, registry: Registry, lineIds: readonly number[]) {
  const found = new Map<number, { taken: number; text: string }>()
  if (lineIds.length === 0) return found
  for (const { taken, text } of registry.all(placesOfLines)) {
    const { rows } = await sql<{ id: number; places: number; taken: number }>`
      select * from (select l.id, floor(l.count)::integer as places, ${taken(sql.ref('l.id'))} as taken
        from sale_lines l where l.id = any(${[...lineIds]}::integer[]) and l.order_id is not null) counted
      where counted.taken > 0`.execute(db)
    for (const row of rows) found.set(row.id, { taken: row.taken, text: text(row) })
  }
  return found
}

/** @throws HttpError (409) where places of a line are taken, or of one of several */
export async function refuseTaken(trx: Trx, registry: Registry, lineIds: readonly number[]): Promise<void> {
  const [first] = (await takenOf(trx, registry, lineIds)).values()
  if (first) throw new HttpError(409, `Deze regel kan niet weg: ${first.text}.`)
}

/**
 * Divides a line of an order: so much of it becomes a line of its own behind it, with its part of a discount in money. The order is
 * locked by the caller.
 * @returns the id of the new line
 */
export async function splitLine(trx: Trx, id: number, count: number): Promise<number> {
  const share = sql`case when discount_type = 'money' then round(discount * ${count} / count, 2) else discount end`
  const { rows } = await sql<{ id: number }>`
    insert into sale_lines (order_id, position, kind, product_id, name, description, count, price, original_price,
      is_original_price, why, discount, discount_type, tax_type_id, tax, taxes_included, has_to_be_delivered, source_id,
      worded)
    select order_id, position, kind, product_id, name, description, ${count}, price, original_price,
      is_original_price, why, ${share}, discount_type, tax_type_id, tax, taxes_included, has_to_be_delivered, source_id,
      worded
    from sale_lines where id = ${id} returning id`.execute(trx)
  await sql`
    update sale_lines set count = count - ${count},
      discount = case when discount_type = 'money' then discount - ${share} else discount end
    where id = ${id}`.execute(trx)
  return rows[0]!.id
}
