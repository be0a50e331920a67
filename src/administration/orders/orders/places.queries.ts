import { sql } from 'kysely'
import type { Db, RowQuery } from '../../../platform/database/types.ts'
import type { MapModel } from '../../../platform/screens/table/table-map.contract.ts'

/** How many places are drawn at most, those with the most orders first, and how many orders each tells by name. */
const MOST_PLACES = 400
const NAMED = 5
/** As far as it is counted how many have no place. */
const COUNTED = 10_000

/** Of so many pixels on the screen places are taken together, so that their circles stand apart. */
const CELL = 44
/** The same in degrees of longitude; there a degree of latitude is drawn as large as 0.61 of those. */
const cellAt = (zoom: number): number => (CELL * 360) / (256 * 2 ** zoom)
const FLATTER = 0.61

/** Where the orders of a list lie, taken together by place, and how many have none. */
export async function mapOfOrders(db: Db, found: RowQuery<unknown>, { zoom }: { zoom: number }): Promise<MapModel> {
  const ids = found.clearSelect().select(['orders.id as id', 'orders.city as city'])
  const size = cellAt(zoom)
  const cell = (column: string, degrees: number) => sql`floor(${sql.ref(`p.${column}`)} / ${sql.lit(degrees)})`
  const { rows } = await sql<Omit<MapModel['places'][number], 'items'> & { ids: number[] }>`
    select avg(p.latitude)::double precision as latitude, avg(p.longitude)::double precision as longitude,
      count(*)::integer as count, mode() within group (order by found.city) as city,
      count(distinct found.city) > 1 as "isAround", (array_agg(p.order_id order by p.order_id desc))[1:${sql.lit(NAMED)}] as ids
    from (${ids}) found join order_places p on p.order_id = found.id
    where p.latitude is not null
    group by ${cell('latitude', size * FLATTER)}, ${cell('longitude', size)} order by count(*) desc, min(p.order_id) limit ${sql.lit(MOST_PLACES)}
  `.execute(db)
  const named = await namesOf(db, rows.flatMap((row) => row.ids)) // prettier-ignore
  const without = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from (${ids}) found
      join order_places p on p.order_id = found.id where p.latitude is null limit ${sql.lit(COUNTED)}) unplaced`.execute(
    db,
  )
  return {
    places: rows.map(({ ids: own, ...place }) => ({ ...place, items: own.flatMap((id) => named.get(id) ?? []) })),
    without: without.rows[0]!.count,
    isMore: rows.length === MOST_PLACES,
  }
}

async function namesOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, MapModel['places'][number]['items'][number]>()
  const { rows } = await sql<{ id: number; label: string; text: string }>`
    select o.id, o.uid as label, coalesce(c.name, concat_ws(' ', n.first_name, n.last_name_prefix, n.last_name)) as text
    from orders o left join companies c on c.id = o.company_id left join contacts n on n.id = o.contact_id
    where o.id = any(${[...ids]}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, href: `/administration/order/view/${id}` }]))
}
