import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { byName, nameText } from '../../../relations/contacts/index.ts'
import type { ChargedPlanning } from './invoicing.rules.ts'

/** The planning of a part. @throws NotFound */
export async function planningOfPart(db: Db | Trx, partId: number): Promise<number> {
  const row = await db.selectFrom('appointments').select('group_id').where('id', '=', partId).executeTakeFirst()
  if (!row) throw new NotFound('Planning')
  return row.group_id
}

/** Plannings with what their courses cost. */
export async function listChargedPlannings(db: Db | Trx, ids: readonly number[]): Promise<ChargedPlanning[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('appointment_groups')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointment_groups.id as group_id',
      'appointment_groups.course_id',
      'appointment_groups.incompany',
      'courses.description as course',
      'courses.product_id',
      'courses.group_product_id',
      'courses.group_max_count',
      'courses.group_extra_price',
    ])
    .select(
      sql<boolean>`exists (select 1 from planning_charges c
        where c.group_id = appointment_groups.id and c.contact_id is null)`.as('whole_charged'),
    )
    .select(
      sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by g.created_at, c.id), '[]')
        from appointment_group_companies g join companies c on c.id = g.company_id
        where g.group_id = appointment_groups.id)`.as('companies'),
    )
    .select(
      sql<Date[]>`(select coalesce(array_agg(a.starts_at order by a.starts_at, a.id), '{}') from appointments a
        where a.group_id = appointment_groups.id and a.status <> 'cancelled')`.as('starts'),
    )
    .where('appointment_groups.id', 'in', [...ids])
    .execute()
  return rows.map(({ starts, ...row }) => ({ ...row, days: starts.map((at) => wallClock(at).day) }))
}

/**
 * Whether somebody in a planning is billed in another way than by it: on an order, which may have been there before, or
 * by a place that was bought.
 * @param planning, contact SQL of their ids
 */
export const billedElsewhere = (planning: Expression<unknown>, contact: Expression<unknown>) => sql<SqlBool>`(
  exists (select 1 from appointment_groups held where held.id = ${planning} and held.imported)
  or exists (select 1 from planning_order_lines ordered where ordered.group_id = ${planning}
    and (ordered.kind = 'whole' or (ordered.kind = 'student' and ordered.contact_id = ${contact})))
  or exists (select 1 from planning_order_places placed where placed.group_id = ${planning}
    and (placed.contact_id is null or placed.contact_id = ${contact}))
  or exists (select 1 from training_agreement_uses used where used.group_id = ${planning} and used.contact_id = ${contact}))`

/** Who is in plannings and stands on no invoice for it yet, by name. */
export async function listUncharged(db: Db | Trx, planningIds: readonly number[]) {
  if (planningIds.length === 0) return []
  return db
    .selectFrom('contacts')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('enrolments')
          .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
          .select(['appointments.group_id', 'enrolments.contact_id'])
          .select((one) => one.fn.max('enrolments.company_id').as('company_id'))
          .select((one) => one.fn.max('enrolments.invoice_relation_id').as('invoice_relation_id'))
          .select(sql<boolean>`coalesce(bool_and(enrolments.use_invoice_relation), true)`.as('use_invoice_relation'))
          .where('appointments.group_id', 'in', [...planningIds])
          .where('appointments.status', '<>', 'cancelled')
          .groupBy(['appointments.group_id', 'enrolments.contact_id'])
          .as('students'),
      (join) => join.onRef('students.contact_id', '=', 'contacts.id'),
    )
    .leftJoin('companies', 'companies.id', 'students.company_id')
    .select(['students.group_id', 'contacts.id as contact_id', 'students.company_id'])
    .select(['students.use_invoice_relation', 'students.invoice_relation_id'])
    .select(['companies.name as company', nameText.as('name')])
    .where((eb) => eb.not(billedElsewhere(sql.ref('students.group_id'), sql.ref('contacts.id'))))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('planning_charges')
            .select('planning_charges.id')
            .whereRef('planning_charges.group_id', '=', 'students.group_id')
            .whereRef('planning_charges.contact_id', '=', 'contacts.id'),
        ),
      ),
    )
    .orderBy(byName[0]!)
    .orderBy(byName[1]!)
    .orderBy('contacts.id')
    .execute()
}

/** By what else who is in a planning is billed: orders, the newest first, and whether places that were bought are taken. */
export async function billedOtherwise(db: Db | Trx, planningId: number) {
  const { rows } = await sql<{ id: number; uid: string; name: string }>`
    select distinct o.id, o.uid, coalesce(c.name, ${nameText}) as name
    from (select line_id from planning_order_lines where group_id = ${planningId} and kind <> 'costs'
        union select line_id from planning_order_places where group_id = ${planningId}) stood
      join sale_lines l on l.id = stood.line_id join orders o on o.id = l.order_id
      left join companies c on c.id = o.company_id left join contacts on contacts.id = o.contact_id
    order by o.id desc`.execute(db)
  const bought = await db
    .selectFrom('training_agreement_uses')
    .select('id')
    .where('group_id', '=', planningId)
    .limit(1)
    .executeTakeFirst()
  return { orders: rows, bought: bought !== undefined }
}

/** The invoices of a planning, the newest first, with how many students stand on each. */
export async function listInvoicesOf(db: Db | Trx, planningId: number) {
  const { rows } = await sql<{ id: number; uid: string | null; name: string; total: number; students: number }>`
    select i.id, i.uid, coalesce(c.name, ${nameText}) as name, i.total, count(p.contact_id)::integer as students
    from planning_charges p join invoices i on i.id = p.invoice_id
      left join companies c on c.id = i.company_id left join contacts on contacts.id = i.contact_id
    where p.group_id = ${planningId} group by i.id, c.name, contacts.id order by i.id desc`.execute(db)
  return rows
}

/**
 * The invoices on which a planning or its students stand, made of it or of its orders, wherever their lines went since:
 * the newest first.
 */
export async function listPapersOf(db: Db | Trx, planningId: number) {
  const { rows } = await sql<{ id: number; uid: string | null; name: string; students: number }>`
    with recursive trail as (
      select p.line_id as id, p.contact_id from (select group_id, line_id, contact_id from planning_order_lines
        union all select group_id, line_id, contact_id from planning_order_places) p where p.group_id = ${planningId}
      union select n.id, trail.contact_id from trail join sale_lines n on n.source_id = trail.id)
    select i.id, i.uid, coalesce(c.name, ${nameText}) as name, count(distinct billed.contact_id)::integer as students
    from (select invoice_id, contact_id from planning_charges where group_id = ${planningId}
        union all select l.invoice_id, trail.contact_id from trail join sale_lines l on l.id = trail.id) billed
      join invoices i on i.id = billed.invoice_id
      left join companies c on c.id = i.company_id left join contacts on contacts.id = i.contact_id
    group by i.id, c.name, contacts.id order by i.id desc`.execute(db)
  return rows
}

/** Whether there may be invoices of the planning of a part, as SQL: it was invoiced, or stands on an order. */
export const isBilled = (partId: number) => sql<SqlBool>`exists (
  select 1 from appointments chosen where chosen.id = ${partId} and (
    exists (select 1 from planning_charges charge where charge.group_id = chosen.group_id)
    or exists (select 1 from planning_order_lines ordered where ordered.group_id = chosen.group_id)
    or exists (select 1 from planning_order_places placed where placed.group_id = chosen.group_id)))`
