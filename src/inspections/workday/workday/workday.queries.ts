import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { addDays } from '../../../platform/format/zone.ts'
import { isEmployee, listVisits, visitsVisibleTo } from '../../planning/visits/index.ts'

const phoneOf = sql<string>`coalesce(companies.phone, contacts.mobile_phone, contacts.phone, '')`

/** Visits with what a card says of each. */
const listWork = (db: Db | Trx) =>
  listVisits(db)
    .leftJoin('contract_orders', 'contract_orders.order_id', 'orders.id')
    .leftJoin('inspection_contracts', 'inspection_contracts.id', 'contract_orders.contract_id')
    .select([
      'orders.company_id',
      'orders.contact_id',
      'contract_orders.contract_id',
      'orders.street',
      'orders.street_no',
      'orders.street_no_adding',
      'orders.postal_code',
      'orders.country_code',
      'orders.print_layout_id',
      'inspection_contracts.name as contract',
      phoneOf.as('phone'),
      sql<number>`(select count(*)::integer from notes n where n.object_type = 'order' and n.object_id = orders.id)`.as(
        'notes',
      ),
      sql<number>`(select count(*)::integer from order_devices d where d.order_id = orders.id and d.visit_id = visits.id)`.as(
        'seen',
      ),
      sql<number>`(select count(*)::integer from order_devices d where d.order_id = orders.id
        and d.visit_id = visits.id and d.result = 'rejected')`.as('rejected'),
      sql<number>`(select count(*)::integer from order_actions a where a.order_id = orders.id)`.as('actions'),
      sql<number>`(select count(*)::integer from order_actions a where a.order_id = orders.id and not a.done)`.as(
        'open_actions',
      ),
    ])

const onDays = (from: string, until: string) =>
  sql<SqlBool>`visits.starts_at >= ${from}::date::timestamptz and visits.starts_at < ${until}::date::timestamptz`

/** What somebody does on a day, as far as the viewer sees it. */
export const listWorkOf = (db: Db, viewer: Viewer, employeeId: number, day: string) =>
  listWork(db)
    .where('visits.employee_id', '=', employeeId)
    .where(onDays(day, addDays(day, 1)))
    .where(visitsVisibleTo(viewer))
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .execute()
export type Work = Awaited<ReturnType<typeof listWorkOf>>[number]

/** On how many days of a span somebody has visits, with how many; `until` is not among them. */
export async function countVisits(db: Db, viewer: Viewer, employeeId: number, from: string, until: string) {
  const rows = await db
    .selectFrom('visits')
    .select([sql<string>`visits.starts_at::date::text`.as('date'), sql<number>`count(*)::integer`.as('count')])
    .where('employee_id', '=', employeeId)
    .where(onDays(from, until))
    .where(visitsVisibleTo(viewer))
    .groupBy(sql`visits.starts_at::date`)
    .orderBy('date')
    .execute()
  return rows
}

/** A visit with what its card says. @throws NotFound */
export async function getWork(db: Db | Trx, id: number): Promise<Work> {
  const work = await listWork(db).where('visits.id', '=', id).executeTakeFirst()
  if (!work) throw new NotFound('Bezoek')
  return work
}

/**
 * Which visit of an order is meant: the one that is named; else the viewer's own open one nearest to today, else the only
 * one. Null where somebody has to choose (rulings 11.3).
 * @throws NotFound where the order has no visit that the viewer sees, or none by that id
 */
export async function visitMeant(
  db: Db | Trx,
  viewer: Viewer,
  orderId: number,
  named: number | undefined,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; own: boolean; far: number }>`
    select visits.id, visits.employee_id is not distinct from ${viewer.id} and not visits.done as own,
      abs(visits.starts_at::date - now()::date) as far
    from visits where visits.order_id = ${orderId} and ${visitsVisibleTo(viewer)} order by visits.starts_at, visits.id`.execute(
    db,
  )
  if (rows.length === 0) throw new NotFound('Bezoek bij deze order')
  if (named !== undefined) {
    if (!rows.some(({ id }) => id === named)) throw new NotFound('Bezoek')
    return named
  }
  if (rows.length === 1) return rows[0]!.id
  const own = rows.filter((row) => row.own).sort((a, b) => a.far - b.far)
  const [first, second] = own
  return first && (!second || second.far > first.far) ? first.id : null
}

export const workOfOrder = (db: Db | Trx, viewer: Viewer, orderId: number) =>
  listWork(db)
    .where('visits.order_id', '=', orderId)
    .where(visitsVisibleTo(viewer))
    .orderBy('visits.starts_at')
    .orderBy('visits.id')
    .execute()

/** Who can be looked at: whoever works here, the viewer first. */
export const listEmployees = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where(isEmployee)
    .orderBy(sql`users.id <> ${viewer.id}`)
    .orderBy(sql`users.name collate "nl-x-icu"`)
    .limit(500)
    .execute()

/** What an order delivers, by product, with whether all of it was; what went on elsewhere stands in its own papers. */
export async function productsToDeliver(db: Db | Trx, orderId: number) {
  const { rows } = await sql<{ id: number; name: string; count: string; delivered: boolean }>`
    select product_id as id, min(name) as name, sum(count)::text as count, bool_and(delivered) as delivered
    from sale_lines where order_id = ${orderId} and kind = 'product' and product_id is not null and destination is null
    group by product_id order by min(position), product_id`.execute(db)
  return rows
}

/** Work at devices of an order, as one walks past them. */
export async function actionsOfOrder(db: Db | Trx, orderId: number) {
  return db
    .selectFrom('order_actions')
    .innerJoin('actions', 'actions.id', 'order_actions.action_id')
    .innerJoin('devices', 'devices.id', 'order_actions.device_id')
    .select([
      'order_actions.id',
      'order_actions.done',
      'order_actions.should_disable_device',
      'actions.name',
      'devices.number',
      'devices.name as device',
      'devices.location_description as place',
    ])
    .where('order_actions.order_id', '=', orderId)
    .orderBy('devices.walking_route_number')
    .orderBy('devices.number')
    .orderBy('actions.name')
    .execute()
}

/** An action of an order, by its own id. @throws NotFound */
export async function getOrderAction(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('order_actions')
    .select(['order_id', 'device_id', 'action_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Actie op een order')
  return row
}

export interface LastTime {
  device_id: number
  result: string
  day: string
}

/** What came of a device the time before this order. */
export async function lastTime(
  db: Db | Trx,
  orderId: number,
  deviceId: number,
): Promise<(LastTime & { row_id: number }) | null> {
  const { rows } = await sql<LastTime & { row_id: number }>`
    select id as row_id, device_id, result, inspected_at::date::text as day from order_devices
    where device_id = ${deviceId} and order_id <> ${orderId} and result is not null
    order by inspected_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Where a report goes: to whom the order is for, else to the customer; null where nobody has an address. */
export async function reportAddress(db: Db, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select coalesce(contacts.email, companies.email)::text as email from orders
      left join contacts on contacts.id = orders.contact_id left join companies on companies.id = orders.company_id
    where orders.id = ${orderId}`.execute(db)
  return rows[0]?.email ?? null
}

/** Parts that are put into a device at an order, with the day that is printed on each; what a finished visit billed is over. */
export async function partsPutIn(db: Db, orderId: number, deviceId: number): Promise<Map<number, string | null>> {
  const rows = await db
    .selectFrom('order_device_parts as p')
    .innerJoin('order_devices as o', (join) =>
      join.onRef('o.order_id', '=', 'p.order_id').onRef('o.device_id', '=', 'p.device_id'),
    )
    .innerJoin('visits', 'visits.id', 'o.visit_id')
    .select(['p.product_id', 'p.expires_on'])
    .where('p.order_id', '=', orderId)
    .where('p.device_id', '=', deviceId)
    .where('visits.done', '=', false)
    .execute()
  return new Map(rows.map(({ product_id, expires_on }) => [product_id, expires_on]))
}

/** @throws HttpError (409) where it does not say which visit is meant */
export async function chosenVisit(db: Db | Trx, viewer: Viewer, orderId: number, named: number | undefined) {
  const meant = await visitMeant(db, viewer, orderId, named)
  if (meant === null) throw new HttpError(409, 'Kies eerst bij welk bezoek dit hoort.')
  return getWork(db, meant)
}

/** Where a device that was found is inspected that has no id yet. @param category its category; '' for none */
export const blankUrl = ({ id, order_id }: Pick<Work, 'id' | 'order_id'>, category: number | string): string =>
  `/workday/${order_id}/found/doneForm?visit=${id}&category=${category}`
