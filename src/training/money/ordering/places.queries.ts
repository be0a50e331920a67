/** Places that customers ordered of a course beforehand: lines of orders which people are enrolled on, one by one. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import type { PlacesOfLines } from '../../../administration/sales/sales/points.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Reason } from '../../../platform/errors.ts'
import type { OpenLine } from './places.rules.ts'

/** A line of an order with those that it came of, by what it follows. */
const trailOf = (line: Expression<unknown>) => sql`(
  with recursive up as (
    select self.id, self.source_id from sale_lines self where self.id = ${line}
    union select came.id, came.source_id from up join sale_lines came on came.id = up.source_id)
  select up.id from up)`

const takenSql = (line: Expression<unknown>) =>
  sql<number>`(select count(*)::integer from planning_order_places taken where taken.line_id in ${trailOf(line)})`

/** What courses cost, per person and as a group, is delivered by who is enrolled. */
export const coursePlaces: PlacesOfLines = {
  waits: (product) => sql<SqlBool>`exists (
    select from courses k where ${product} in (k.product_id, k.group_product_id))`,
  taken: takenSql,
  text: ({ places, taken }) => `${taken} van ${places} ingeschreven`,
}

/** What was delivered before its places were counted has none; what was invoiced beforehand keeps its own. */
const isOpen = sql<SqlBool>`l.kind = 'product' and case when l.destination is null
  then l.has_to_be_delivered or not l.delivered else l.destination = 'invoice' and l.has_to_be_delivered end`

/** Lines of orders of these customers with places that nobody took yet, the oldest order first. */
export async function listOpenLines(
  db: Db | Trx,
  productId: number | null,
  { companyIds, contactIds }: { companyIds: readonly number[]; contactIds: readonly number[] },
): Promise<OpenLine[]> {
  if (productId === null || companyIds.length + contactIds.length === 0) return []
  const { rows } = await sql<OpenLine>`
    select found.*, places - taken as left from (
      select l.id as line_id, o.id as order_id, o.uid, o.company_id, o.contact_id, o.use_invoice_relation,
        o.invoice_relation_id, ${takenSql(sql.ref('l.id'))} as taken,
        floor(l.count + coalesce((select sum(c.count) from sale_lines billed
          join invoices i on i.id = billed.invoice_id and i.credits_id is null
          join sale_lines c on c.source_id = billed.id
          join invoices credit on credit.id = c.invoice_id and credit.credits_id = i.id
          where billed.source_id = l.id), 0))::integer as places
      from orders o join sale_lines l on l.order_id = o.id
      where (o.company_id = any(${[...companyIds]}::integer[])
          or (o.company_id is null and o.contact_id = any(${[...contactIds]}::integer[])))
        and l.product_id = ${productId} and ${isOpen}
        and not exists (select from planning_order_lines own where own.line_id in ${trailOf(sql.ref('l.id'))})) found
    where places > taken order by order_id, line_id`.execute(db)
  return rows
}

/** Orders on which who is in a planning, or who ordered it, may have places left, to be locked before that is read. */
export async function ordersWithPlaces(db: Db | Trx, planningId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.id from (
      select e.company_id, e.contact_id from appointments a join enrolments e on e.appointment_id = a.id
        where a.group_id = ${planningId}
      union select company_id, null from appointment_group_companies where group_id = ${planningId}) buyer
      join orders o on o.company_id = buyer.company_id
        or (o.company_id is null and buyer.company_id is null and o.contact_id = buyer.contact_id)
      join sale_lines l on l.order_id = o.id
      join appointment_groups g on g.id = ${planningId} join courses k on k.id = g.course_id
    where l.product_id in (k.product_id, k.group_product_id) and ${isOpen}
      and not exists (select from planning_order_lines own where own.line_id = l.id)
      and l.count > (select count(*) from planning_order_places p where p.line_id = l.id)
    order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A place that is taken, with its line where that stands now. */
export interface Placed {
  id: number
  group_id: number
  /** Null: by the planning as a whole. */
  contact_id: number | null
  line_id: number
  /** Null while it is offered anew. */
  order_id: number | null
  uid: string | null
  count: string
  delivered: boolean
  destination: string | null
}

/** The places that a planning takes. What of an order went onto a following one is told where it went. */
export async function listPlaced(db: Db | Trx, planningId: number): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    with recursive trail as (
      select p.id as place_id, l.id, l.order_id, l.destination, 0 as step
      from planning_order_places p join sale_lines l on l.id = p.line_id where p.group_id = ${planningId}
      union all
      select t.place_id, n.id, n.order_id, n.destination, t.step + 1
      from trail t join sale_lines n on n.source_id = t.id and n.invoice_id is null
      where (t.destination in ('order', 'quote') or t.order_id is null) and t.step < 50)
    select p.id, p.group_id, p.contact_id, l.id as line_id, l.order_id, o.uid, l.count::text, l.delivered, l.destination
    from planning_order_places p
      cross join lateral (select t.id from trail t where t.place_id = p.id order by t.step desc, t.id limit 1) leaf
      join sale_lines l on l.id = leaf.id left join orders o on o.id = l.order_id
    where p.group_id = ${planningId} order by p.id`.execute(db)
  return rows
}

/** Who is enrolled on an order keeps it from being deleted. */
export async function placesOnOrder(db: Db | Trx, id: number): Promise<Reason[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from planning_order_places p join sale_lines l on l.id = p.line_id
    where l.order_id = ${id}`.execute(db)
  return [{ label: 'Inschrijvingen', one: 'inschrijving', count: rows[0]!.count }]
}

/** Lets places stand on the line itself that stood on one which it came of. */
export const bringPlaces = (trx: Trx, lineId: number) =>
  sql`update planning_order_places set line_id = ${lineId}
    where line_id <> ${lineId} and line_id in ${trailOf(sql`${lineId}::integer`)}`.execute(trx)

/**
 * Places of a planning beyond what their lines have, as when one was taken by somebody else meanwhile.
 * @param contactIds of whom something changed, who give way; null: everybody
 */
export async function listBeyond(
  db: Db | Trx,
  planningId: number,
  contactIds: readonly number[] | null,
): Promise<number[]> {
  const came = contactIds === null ? sql`true` : sql`p.contact_id = any(${[...contactIds]}::integer[])`
  const { rows } = await sql<{ id: number }>`
    select id from (
      select p.id, p.group_id, l.count, row_number() over (
          partition by p.line_id order by p.group_id = ${planningId} and ${came}, p.group_id = ${planningId}, p.id) as nr
      from planning_order_places p join sale_lines l on l.id = p.line_id
      where p.line_id in (select mine.line_id from planning_order_places mine where mine.group_id = ${planningId})) counted
    where nr > floor(count) and group_id = ${planningId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who comes into a planning, by whom their places are paid. */
export interface Coming extends InvoiceTo {
  contact_id: number
  company_id: number | null
}

/** Who of these is in no part of the planning yet and is billed for no place in it. */
export async function listComing(db: Db | Trx, planningId: number, contactIds: readonly number[], going: InvoiceTo) {
  const { rows } = await sql<Pick<Coming, 'contact_id' | 'company_id'>>`
    select c.id as contact_id, c.company_id from contacts c where c.id = any(${[...contactIds]}::integer[])
      and not exists (select from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = ${planningId} and a.status <> 'cancelled' and e.contact_id = c.id)
      and not exists (select from planning_order_lines l
        where l.group_id = ${planningId} and l.kind = 'student' and l.contact_id = c.id)
      and not exists (select from planning_charges p where p.group_id = ${planningId} and p.contact_id = c.id)
    order by c.id`.execute(db)
  return rows.map((one): Coming => ({ ...one, ...going }))
}
