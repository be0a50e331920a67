import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { fullName, nameColumns, nameText } from '../../../relations/contacts/index.ts'

/** A part that somebody missed or did not pass, and has not been enrolled in again. */
export interface Lacking {
  id: number
  component_id: number | null
  description: string
  absent: boolean
}

/** Absent, or not passed. */
const FAILED = sql`(e.present = 0 or e.passed = 0)`

/**
 * Whether somebody is, or was since, enrolled in a later planning of the course that has the part too; where parts are of
 * no component any part of it does.
 */
const AGAIN = sql`exists (
  select from enrolments later join appointments b on b.id = later.appointment_id
  join appointment_groups other on other.id = b.group_id
  where later.contact_id = e.contact_id and other.course_id = appointment_groups.course_id
    and b.group_id <> a.group_id and b.status <> 'cancelled' and b.starts_at > a.starts_at
    and (b.component_id = a.component_id or b.component_id is null or a.component_id is null))`

/** Parts of the planning of an enrolment that its student has to do again. Refers to `enrolments`, `appointments`. */
const ofPlanning = sql`from enrolments e join appointments a on a.id = e.appointment_id
  where a.group_id = appointments.group_id and e.contact_id = enrolments.contact_id and a.status = 'done' and ${FAILED}`

const lacking = sql<Lacking[]>`(
  select json_agg(json_build_object('id', a.id, 'component_id', a.component_id, 'description', a.description,
    'absent', e.present = 0) order by a.starts_at, a.id) ${ofPlanning} and not ${AGAIN})`

/**
 * One enrolment for each student and planning in which something is to be done again: finished within a year, for after
 * that nobody waits for it. Refers to `enrolments`, `appointments`, `appointment_groups` and `contacts`.
 */
export const isRetake = sql<SqlBool>`((enrolments.present = 0 or enrolments.passed = 0)
  and appointments.status = 'done' and appointments.ends_at > now() - interval '1 year' and contacts.active
  and enrolments.appointment_id = (select min(e.appointment_id) ${ofPlanning} and a.ends_at > now() - interval '1 year')
  and exists (select ${ofPlanning} and not ${AGAIN}))`

/** Who came to none of what is to be done again, as `outcomeText` says it. */
export const isAbsent = sql<SqlBool>`not exists (select ${ofPlanning} and not ${AGAIN} and e.present is distinct from 0)`

/** Nobody plans them again, for a reason. */
export const isAside = sql<SqlBool>`exists (select from retakes_set_aside aside
  where aside.contact_id = enrolments.contact_id and aside.group_id = appointments.group_id)`

/** The first planning of the course to come that has the part and a place, for everybody. */
export const next = sql<number | null>`(
  select b.id from appointments b join appointment_groups other on other.id = b.group_id
  where other.course_id = appointment_groups.course_id and not other.incompany and b.starts_at > now()
    and b.status in ('planned', 'confirmed') and b.enrolled_count + b.reserved_count < b.max_count
    and (b.component_id is not distinct from (select a.component_id ${ofPlanning} and not ${AGAIN} order by a.starts_at, a.id limit 1))
  order by b.starts_at, b.id limit 1)`

const retakes = (db: Db | Trx) =>
  db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .leftJoin('companies', 'companies.id', 'enrolments.company_id')
    .where(isRetake)

/** Who is to be planned again, of which planning, and why. */
export const listRetakes = (db: Db | Trx) =>
  retakes(db)
    .select([
      'enrolments.id',
      'enrolments.contact_id',
      'enrolments.company_id',
      'appointments.group_id',
      'appointments.id as appointment_id',
      'appointments.starts_at',
      'appointment_groups.course_id',
      'courses.description as course_description',
      'companies.name as company_name',
      lacking.as('lacking'),
      next.as('next_part'),
      sql<number>`(select count(*)::integer from appointments part
        where part.group_id = appointments.group_id and part.status <> 'cancelled')`.as('parts'),
      sql<string | null>`(select aside.reason from retakes_set_aside aside
        where aside.contact_id = enrolments.contact_id and aside.group_id = appointments.group_id)`.as('reason'),
    ])
    .select([...nameColumns])
export type Retake = Awaited<ReturnType<ReturnType<typeof listRetakes>['execute']>>[number]

/** Those of the enrolments that are to be planned again, by name. */
export async function listChosen(db: Db | Trx, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await listRetakes(db)
    .where('enrolments.id', 'in', ids)
    .orderBy('contacts.last_name')
    .orderBy('enrolments.id')
    .execute()
  return rows.map((row) => ({ ...row, name: fullName(row) }))
}

/** As the history calls them. */
export const asideNames = async (db: Db, ids: number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('retakes_set_aside')
    .innerJoin('contacts', 'contacts.id', 'retakes_set_aside.contact_id')
    .select(['retakes_set_aside.id', nameText.as('name')])
    .where('retakes_set_aside.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
