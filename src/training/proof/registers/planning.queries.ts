import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { listUnfit } from '../../catalogue/requirements/index.ts'
import type { OwnRule, Planning } from './preflight.rules.ts'
import type { Asked } from './register.ts'
import type { RegisterKey } from './requests.rules.ts'

/** The rules that this organisation has beside those of the registers. */
export const readOwnRules = async (db: Db | Trx): Promise<ReadonlySet<OwnRule>> =>
  new Set((await readSetting(db, 'hok')).register_rules)

interface Row {
  id: number
  first_name: string
  last_name_prefix: string
  last_name: string
  initials: string
  birth_date: string | null
  email: string | null
  company_email: string | null
  has_result: boolean
  is_passed_on: boolean
  failed: boolean
}
interface Told {
  students: Row[] | null
  teachers: { name: string; number: string | null }[] | null
  parts: { id: number; description: string; component_id: number | null; has_place: boolean }[] | null
  first_day: string | null
  is_over: boolean
  max_count: number
  language: string | null
  refreshes: boolean
}

/**
 * A planning as a register judges it.
 * @param asked.students the named ones, whose results are about to be stored; none: all that did not fail
 * @param coming who is not in it yet, and is judged as if
 */
export async function getPlanning(
  db: Db | Trx,
  register: RegisterKey,
  { planningId, students: named }: Asked,
  coming: readonly number[] = [],
): Promise<Planning> {
  const { rows } = await sql<Told>`
    with held as materialized (select a.* from appointments a where a.group_id = ${planningId} and a.status <> 'cancelled')
    select c.max_count, c.language, exists (select from courses other where other.refresher_course_id = c.id and other.id <> c.id) as refreshes,
      (select (min(starts_at) at time zone 'Europe/Amsterdam')::date from held) as first_day,
      coalesce((select max(ends_at) <= now() from held), false) as is_over,
      (select json_agg(json_build_object('id', h.id, 'description', h.description, 'component_id', h.component_id,
          'has_place', h.room_id is not null or h.city is not null or h.join_url is not null) order by h.starts_at, h.id)
        from held h) as parts,
      (select json_agg(t.row order by t.id) from (
        select distinct p.id, jsonb_build_object('number', p.hok_teacher_number,
          'name', concat_ws(' ', coalesce(p.first_name, p.initials), nullif(p.last_name_prefix, ''), p.last_name)) as row
        from held h join appointment_responsibles r on r.appointment_id = h.id and r.role_id = ${ROLE.teacher}
        join contacts p on p.id = r.contact_id) t) as teachers,
      (select json_agg(s order by s.last_name, s.id) from (
        select p.id, p.first_name, p.last_name_prefix, p.last_name, p.initials, p.birth_date, p.email, f.email as company_email,
          coalesce(bool_and(e.present is not null and e.passed is not null), false) as has_result,
          coalesce(bool_or(e.passed = 0), false) as failed,
          exists (select from register_requests q where q.contact_id = p.id and q.group_id = ${planningId}
            and q.register = ${register} and q.state <> 'rejected') as is_passed_on
        from contacts p left join enrolments e on e.contact_id = p.id and e.appointment_id in (select id from held)
        left join companies f on f.id = p.company_id
        where (p.id in (select contact_id from enrolments where appointment_id in (select id from held))
            and (${named.length === 0} or p.id = any(${named}))) or p.id = any(${coming}::integer[])
        group by p.id, f.email) s) as students
    from appointment_groups g join courses c on c.id = g.course_id where g.id = ${planningId}`.execute(db)
  const told = rows[0]!
  const students = (told.students ?? []).filter(({ failed }) => named.length > 0 || !failed)
  const ids = students.map(({ id }) => id)
  const lacking = new Map((await listUnfit(db, planningId, ids, { enrolled: true })).map(({ id, reasons }) => [id, reasons])) // prettier-ignore
  return {
    students: students.map((row) => ({
      id: row.id,
      name: fullName(row),
      firstName: row.first_name,
      initials: row.initials,
      lastName: row.last_name,
      birthDate: row.birth_date,
      email: row.email,
      companyEmail: row.company_email,
      lacks: lacking.get(row.id) ?? [],
      hasResult: named.length > 0 || row.has_result,
      isPassedOn: row.is_passed_on,
    })),
    teachers: told.teachers ?? [],
    parts: (told.parts ?? []).map(({ description, component_id, has_place }) => ({
      description,
      componentId: component_id,
      hasPlace: has_place,
    })),
    firstDay: told.first_day,
    isOver: told.is_over,
    max: told.max_count,
    course: { language: told.language, refreshes: told.refreshes },
  }
}
