import { sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'

/** What Het Oranje Kruis is told of one student of a planning. */
export interface HokRecord {
  external_student_ref: string
  initials: string | null
  first_name: string | null
  last_name_prefix: string | null
  last_name: string
  birth_date: string | null
  result: { present: boolean; passed: boolean }
  event: { external_ref: string; course: string; first_day: string; last_day: string }
  teachers: { name: string; register_number: string | null }[]
}

/** What is told of these students, as the register takes it, by contact. */
export async function listHokRecords(
  db: Db | Trx,
  planningId: number,
  students: number[],
): Promise<Map<number, HokRecord>> {
  const { rows } = await sql<{ id: number; record: HokRecord }>`
    select c.id, json_build_object('external_student_ref', c.id::text, 'initials', c.initials, 'first_name', c.first_name,
      'last_name_prefix', c.last_name_prefix, 'last_name', c.last_name, 'birth_date', c.birth_date,
      'result', json_build_object('present', true, 'passed', true),
      'event', json_build_object('external_ref', g.id::text, 'course', co.code, 'first_day', days.first, 'last_day', days.last),
      'teachers', coalesce((select json_agg(distinct jsonb_build_object(
          'name', concat_ws(' ', t.first_name, nullif(t.last_name_prefix, ''), t.last_name), 'register_number', t.hok_teacher_number))
        from appointment_responsibles r join appointments p on p.id = r.appointment_id join contacts t on t.id = r.contact_id
        where p.group_id = g.id and p.status <> 'cancelled' and r.role_id = ${ROLE.teacher}), '[]')) as record
    from contacts c, appointment_groups g join courses co on co.id = g.course_id
      cross join lateral (select min((starts_at at time zone 'Europe/Amsterdam')::date) as first,
          max((ends_at at time zone 'Europe/Amsterdam')::date) as last
        from appointments where group_id = g.id and status <> 'cancelled') days
    where g.id = ${planningId} and c.id = any(${students})
  `.execute(db)
  return new Map(rows.map(({ id, record }) => [id, record]))
}
