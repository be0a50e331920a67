import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE, STAFF } from '../../../platform/access/roles.ts'
import { type Viewer, hasRole, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Point } from '../../../platform/format/distance.ts'
import { NotFound } from '../../../platform/errors.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import type { DaySpan } from './board-times.contract.ts'
import { daySpanOf } from './visits.rules.ts'

/** Row scope of the record type: who plans has all, a teacher the own ones. */
export function visitsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, boardArea)
  if (scope === 'all') return sql<SqlBool>`true`
  return scope === 'own' && hasRole(viewer, ROLE.teacher)
    ? sql<SqlBool>`visits.employee_id = ${viewer.id}`
    : sql<SqlBool>`false`
}

/** Whether something of an order was delivered by hand, done, or checked (rulings 6). */
export const isTouched = (orderId: Expression<unknown>) => sql<boolean>`(
  exists (select from sale_lines l where l.order_id = ${orderId} and l.has_to_be_delivered and l.delivered)
  or exists (select from order_actions a where a.order_id = ${orderId} and a.done)
  or exists (select from order_devices d where d.order_id = ${orderId} and (d.checked or d.result is not null)))`

/** Whether an order has a visit; what is cancelled is gone. */
export const hasVisit = (orderId: Expression<unknown>) =>
  sql<boolean>`exists (select from visits where visits.order_id = ${orderId})`

/** Who can be planned: those who work here, by the account that they have. */
export const isEmployee = sql<SqlBool>`users.active and users.roles && array[${sql.join(STAFF.map((role) => sql.lit(role)))}]`

/** When the customer of an order told that it can be visited at its address, where the order goes. */
export const hoursOf = sql<{ from: string; until: string } | null>`(
  select json_build_object('from', h.visit_from, 'until', h.visit_until) from company_visiting_hours h
    join companies c on c.id = h.company_id
  where c.id = orders.company_id
    and (c.postal_code, c.street_no) is not distinct from (orders.postal_code, orders.street_no))`

/** Where the address of an order lies, of \`order_places\`. */
export const pointOf = sql<Point | null>`case when order_places.latitude is not null
  then json_build_object('latitude', order_places.latitude, 'longitude', order_places.longitude) end`

export const listVisits = (db: Db | Trx) =>
  db
    .selectFrom('visits')
    .innerJoin('orders', 'orders.id', 'visits.order_id')
    .leftJoin('companies', 'companies.id', 'orders.company_id')
    .leftJoin('contacts', 'contacts.id', 'orders.contact_id')
    .leftJoin('users as employee', 'employee.id', 'visits.employee_id')
    .select([
      'visits.id',
      'visits.version',
      'visits.order_id',
      'visits.employee_id',
      'visits.room_id',
      'visits.starts_at',
      'visits.ends_at',
      'visits.done',
      'visits.done_at',
      'visits.updated_at',
      sql<string>`orders.uid`.as('uid'),
      'orders.reference',
      'orders.city',
      customerName.as('customer'),
      'employee.name as employee',
      sql<number>`(select count(*)::integer from order_devices d where d.order_id = orders.id)`.as('devices'),
      isTouched(sql.ref('orders.id')).as('touched'),
    ])
export type ListedVisit = Awaited<ReturnType<ReturnType<typeof listVisits>['execute']>>[number]

/** Said twice, as the calendar of the courses does: of both PostgreSQL expects few rows and goes by the index. */
const during = sql`tstzrange(visits.starts_at, visits.ends_at)`
export const isDuring = (from: Date, to: Date) =>
  sql<SqlBool>`${during} && tstzrange(${from}, ${to}) and ${during} && tstzrange(${from}, ${to}, '[)')`

/** A visit with where it is. @throws NotFound */
export async function getVisit(db: Db | Trx, id: number) {
  const visit = await listVisits(db)
    .leftJoin('rooms', 'rooms.id', 'visits.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'orders.street',
      'orders.street_no',
      'orders.street_no_adding',
      'orders.postal_code',
      'orders.country_code',
      sql<string | null>`establishments.name || ', ' || rooms.name`.as('room'),
      sql<string | null>`(select number from visit_reports r where r.visit_id = visits.id)`.as('report'),
    ])
    .where('visits.id', '=', id)
    .executeTakeFirst()
  if (!visit) throw new NotFound('Bezoek')
  return visit
}

export const visitsOfOrder = (db: Db | Trx, orderId: number) =>
  listVisits(db).where('visits.order_id', '=', orderId).orderBy('visits.starts_at').orderBy('visits.id').execute()

/** Minutes of the last visits of the customer of an order that were done, the newest first. */
const MOST_LAST = 3
export const lastMinutesOf = (orderId: Expression<unknown>) => sql<number[]>`array(
  select round(extract(epoch from v.ends_at - v.starts_at) / 60)::integer
  from visits v join orders o on o.id = v.order_id join orders own on own.id = ${orderId}
  where v.done and (o.company_id = own.company_id or own.company_id is null and o.contact_id = own.contact_id)
  order by v.starts_at desc, v.id desc limit ${sql.lit(MOST_LAST)})`

/** For the history and for questions: with whom, and when. */
export async function visitNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select visits.id, ${visitName} as name from visits join orders on orders.id = visits.order_id
      left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id
    where visits.id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const visitName = sql<string>`${customerName} || ' op ' || to_char(visits.starts_at, 'DD-MM-YYYY HH24:MI')`

/** When somebody has visits on a day. */
export async function spansOf(db: Db | Trx, employeeId: number, day: string): Promise<DaySpan[]> {
  const { rows } = await sql<{ starts_at: Date; ends_at: Date }>`
    select starts_at, ends_at from visits
    where employee_id = ${employeeId} and starts_at >= ${day}::date::timestamptz
      and starts_at < (${day}::date + 1)::timestamptz`.execute(db)
  return rows.map(daySpanOf)
}
