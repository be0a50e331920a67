import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { byName, nameText } from '../../../relations/contacts/index.ts'
import type { OrderBy } from '../../catalogue/courses/index.ts'
import { type ChargedPlanning, type ChargedStudent, listChargedPlannings } from '../invoicing/index.ts'
import type { LineKind } from './ordering.rules.ts'

export interface OrderedPlanning extends ChargedPlanning {
  order_by: OrderBy
  /** What its course says. */
  course_order_by: OrderBy
}

/** How enrolments of a planning become orders. Refers to `g` (the planning) and `k` (its course). */
const orderBySql = sql<OrderBy>`coalesce((select c.order_by from planning_order_choices c where c.group_id = g.id), k.order_by)`

/** Whether a planning is billed by order, something of it was, or places in it were ordered beforehand. */
export async function isOrdered(db: Db | Trx, planningId: number): Promise<boolean> {
  const { rows } = await sql<{ ordered: boolean }>`
    select ${orderBySql} <> 'none'
      or exists (select 1 from planning_order_lines l where l.group_id = g.id)
      or exists (select 1 from planning_order_places p where p.group_id = g.id) as ordered
    from appointment_groups g join courses k on k.id = g.course_id where g.id = ${planningId}`.execute(db)
  return rows[0]?.ordered ?? false
}

/** @throws NotFound */
export async function getOrderedPlanning(db: Db | Trx, planningId: number): Promise<OrderedPlanning> {
  const [planning] = await listChargedPlannings(db, [planningId])
  if (!planning) throw new NotFound('Planning')
  const { rows } = await sql<Pick<OrderedPlanning, 'order_by' | 'course_order_by'>>`
    select ${orderBySql} as order_by, k.order_by as course_order_by
    from appointment_groups g join courses k on k.id = g.course_id where g.id = ${planningId}`.execute(db)
  return { ...planning, ...rows[0]! }
}

export interface OrderedStudent extends ChargedStudent {
  /** Billed in another way: stands on an invoice for it, or on a place that was bought before. */
  settled: boolean
}

/** Who is in a planning, by name. */
export async function listOrderedStudents(db: Db | Trx, planningId: number): Promise<OrderedStudent[]> {
  const { rows } = await sql<OrderedStudent>`
    select contacts.id as contact_id, ${nameText} as name, e.company_id, companies.name as company,
      e.use_invoice_relation, e.invoice_relation_id,
      (exists (select 1 from planning_charges c where c.group_id = ${planningId} and c.contact_id = contacts.id)
        or exists (select 1 from training_agreement_uses u
          where u.group_id = ${planningId} and u.contact_id = contacts.id)) as settled
    from (select enrolments.contact_id, max(enrolments.company_id) as company_id,
        coalesce(bool_and(enrolments.use_invoice_relation), true) as use_invoice_relation,
        max(enrolments.invoice_relation_id) as invoice_relation_id from enrolments
        join appointments on appointments.id = enrolments.appointment_id
        where appointments.group_id = ${planningId} and appointments.status <> 'cancelled'
        group by enrolments.contact_id) e
      join contacts on contacts.id = e.contact_id left join companies on companies.id = e.company_id
    order by ${byName[0]!}, ${byName[1]!}, contacts.id`.execute(db)
  return rows
}

/** A line of an order that came of a planning, where it stands now. */
export interface Stood {
  id: number
  planning_order_id: number
  kind: LineKind
  contact_id: number | null
  line_id: number
  /** The line and those that it came from, the last first. */
  trail: number[]
  order_id: number
  company_id: number | null
  buyer_id: number | null
  product_id: number | null
  count: string
  name: string
  description: string | null
  delivered: boolean
  destination: 'quote' | 'order' | 'invoice' | null
}

/** The lines of orders of plannings. What went onto a following order is told where it went. */
export async function listStood(
  db: Db | Trx,
  planningIds: readonly number[],
): Promise<(Stood & { group_id: number })[]> {
  if (planningIds.length === 0) return []
  const { rows } = await sql<Stood & { group_id: number }>`
    with recursive trail as (
      select p.id as link_id, l.id, l.destination, array[l.id] as trail
      from planning_order_lines p join sale_lines l on l.id = p.line_id
      where p.group_id = any(${[...planningIds]}::integer[])
      union all
      select t.link_id, n.id, n.destination, n.id || t.trail
      from trail t join sale_lines n on n.source_id = t.id and n.order_id is not null
      where t.destination = 'order' and cardinality(t.trail) < 50)
    select p.id, p.planning_order_id, p.group_id, p.kind, p.contact_id, l.id as line_id, leaf.trail, l.order_id,
      o.company_id, o.contact_id as buyer_id, l.product_id, l.count::text, l.name, l.description, l.delivered,
      l.destination
    from planning_order_lines p
      cross join lateral (select t.id, t.trail from trail t where t.link_id = p.id
        order by cardinality(t.trail) desc limit 1) leaf
      join sale_lines l on l.id = leaf.id join orders o on o.id = l.order_id
    where p.group_id = any(${[...planningIds]}::integer[])
    order by p.id`.execute(db)
  return rows
}

/** The orders of a planning, the newest first, with what of it stands on them. */
export async function listOrdersOf(db: Db | Trx, planningId: number) {
  const { rows } = await sql<{
    id: number
    uid: string
    name: string
    status: string
    total: number
    lines: number
    places: number
  }>`
    select o.id, o.uid, coalesce(companies.name, ${nameText}) as name, o.status, o.total, count(stood.line)::integer as lines,
      count(stood.place)::integer as places
    from (select h.order_id, p.id as line, null::integer as place
        from planning_orders h left join planning_order_lines p on p.planning_order_id = h.id
        where h.group_id = ${planningId} or p.group_id = ${planningId}
        union all select l.order_id, null, p.id from planning_order_places p join sale_lines l on l.id = p.line_id
        where p.group_id = ${planningId}) stood
      join orders o on o.id = stood.order_id
      left join companies on companies.id = o.company_id left join contacts on contacts.id = o.contact_id
    group by o.id, companies.name, contacts.id order by o.id desc`.execute(db)
  return rows
}

/** The first day on which a planning is held, 'yyyy-mm-dd'; null where none of it is. */
export async function firstDayOf(db: Db | Trx, planningId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min((a.starts_at at time zone 'Europe/Amsterdam')::date)::text as day from appointments a
    where a.group_id = ${planningId} and a.status <> 'cancelled'`.execute(db)
  return rows[0]?.day ?? null
}

/** Who leaves a planning whole when these enrolments end. */
export async function leavingWhole(db: Db | Trx, enrolmentIds: readonly number[]) {
  if (enrolmentIds.length === 0) return []
  const { rows } = await sql<{ planningId: number; contactId: number }>`
    select distinct a.group_id as "planningId", e.contact_id as "contactId"
    from enrolments e join appointments a on a.id = e.appointment_id
    where e.id = any(${[...enrolmentIds]}::integer[])
      and not exists (select 1 from enrolments other join appointments part on part.id = other.appointment_id
        where part.group_id = a.group_id and other.contact_id = e.contact_id and part.status <> 'cancelled'
          and other.id <> all(${[...enrolmentIds]}::integer[]))
    order by 1, 2`.execute(db)
  return rows
}

/** Who is or was in a planning by its orders or its enrolments. */
export async function listEverOf(db: Db | Trx, planningId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contact_id as id from planning_order_lines where group_id = ${planningId} and contact_id is not null
    union select contact_id from planning_order_places where group_id = ${planningId} and contact_id is not null
    union select e.contact_id from enrolments e join appointments a on a.id = e.appointment_id
      where a.group_id = ${planningId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a planning says itself how it is billed, in the place of its course. */
export async function hasOwnChoice(db: Db | Trx, planningId: number): Promise<boolean> {
  const row = await db
    .selectFrom('planning_order_choices')
    .select('id')
    .where('group_id', '=', planningId)
    .executeTakeFirst()
  return row !== undefined
}
