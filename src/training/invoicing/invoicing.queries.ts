import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import { wallClock } from '../../platform/format/zone.ts'
import { byName, nameText } from '../../relations/contacts/index.ts'
import { listParts } from '../appointments/index.ts'
import type { ChargedPlanning, ChargedStudent } from './invoicing.rules.ts'

/** The planning of a part, with what its course costs. @throws NotFound */
export async function getChargedPlanning(db: Db | Trx, partId: number): Promise<ChargedPlanning> {
  const row = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.group_id',
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
        where c.group_id = appointments.group_id and c.contact_id is null)`.as('whole_charged'),
    )
    .where('appointments.id', '=', partId)
    .executeTakeFirst()
  if (!row) throw new NotFound('Planning')
  const parts = (await listParts(db, row.group_id)).filter(({ status }) => status !== 'cancelled')
  return {
    ...row,
    companies: await db
      .selectFrom('appointment_group_companies')
      .innerJoin('companies', 'companies.id', 'appointment_group_companies.company_id')
      .select(['companies.id', 'companies.name'])
      .where('group_id', '=', row.group_id)
      .orderBy('appointment_group_companies.created_at')
      .orderBy('companies.id')
      .execute(),
    days: parts.map(({ starts_at }) => wallClock(starts_at).day),
  }
}

/** Who is in a planning and stands on no invoice for it yet, by name. */
export async function listUncharged(db: Db | Trx, planningId: number): Promise<ChargedStudent[]> {
  return db
    .selectFrom('contacts')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('enrolments')
          .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
          .select(['enrolments.contact_id'])
          .select((one) => one.fn.max('enrolments.company_id').as('company_id'))
          .where('appointments.group_id', '=', planningId)
          .where('appointments.status', '<>', 'cancelled')
          .groupBy('enrolments.contact_id')
          .as('students'),
      (join) => join.onRef('students.contact_id', '=', 'contacts.id'),
    )
    .leftJoin('companies', 'companies.id', 'students.company_id')
    .select(['contacts.id as contact_id', 'students.company_id', 'companies.name as company', nameText.as('name')])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('planning_charges')
            .select('planning_charges.id')
            .where('planning_charges.group_id', '=', planningId)
            .whereRef('planning_charges.contact_id', '=', 'contacts.id'),
        ),
      ),
    )
    .orderBy(byName[0]!)
    .orderBy(byName[1]!)
    .orderBy('contacts.id')
    .execute()
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
