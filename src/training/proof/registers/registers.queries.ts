import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { listParts } from '../../planning/appointments/index.ts'
import type { HokRecord } from './hok.adapter.ts'
import { type HokPlanning, type RequestState, hokErrors } from './hok.rules.ts'

/** Whether this organisation passes students on to Het Oranje Kruis (T-005). */
export const passesOn = async (db: Db | Trx): Promise<boolean> => (await readSetting(db, 'hok')).hok_enabled

/** Whose students are asked about: the named ones, whose results are about to be stored, else all that did not fail. */
export interface Asked {
  planningId: number
  students: number[]
}

async function listStudents(db: Db | Trx, { planningId, students }: Asked, parts: number[]) {
  const named = students.length > 0
  const rows = await db
    .selectFrom('contacts')
    .innerJoin('enrolments', 'enrolments.contact_id', 'contacts.id')
    .select(['contacts.id', 'contacts.birth_date', ...nameColumns])
    .select(sql<boolean>`bool_and(enrolments.present is not null and enrolments.passed is not null)`.as('has_result'))
    .select(
      sql<boolean>`exists (select from register_requests r where r.contact_id = contacts.id
        and r.group_id = ${planningId} and r.state <> 'rejected')`.as('is_passed_on'),
    )
    .where(sql<SqlBool>`enrolments.appointment_id = any(${parts})`)
    .where(named ? sql<SqlBool>`contacts.id = any(${students})` : sql<SqlBool>`true`)
    .groupBy('contacts.id')
    .having(named ? sql<SqlBool>`true` : sql<SqlBool>`not coalesce(bool_or(enrolments.passed = 0), false)`)
    .orderBy('contacts.last_name')
    .orderBy('contacts.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    hasFirstName: (row.first_name ?? '').trim() !== '' || (row.initials ?? '').trim() !== '',
    birthDate: row.birth_date,
    hasResult: named || row.has_result,
    isPassedOn: row.is_passed_on,
  }))
}

/** A planning as Het Oranje Kruis is told of it. */
async function getHokPlanning(db: Db | Trx, asked: Asked): Promise<HokPlanning & { students: { id: number }[] }> {
  const held = (await listParts(db, asked.planningId)).filter(({ status }) => status !== 'cancelled')
  const parts = held.map(({ id }) => id)
  const teachers = await db
    .selectFrom('contacts')
    .innerJoin('appointment_responsibles', 'appointment_responsibles.contact_id', 'contacts.id')
    .select(['contacts.id', ...nameColumns, 'contacts.hok_teacher_number as number'])
    .where(sql<SqlBool>`appointment_responsibles.appointment_id = any(${parts})`)
    .where('appointment_responsibles.role_id', '=', ROLE.teacher)
    .groupBy('contacts.id')
    .orderBy('contacts.id')
    .execute()
  return {
    students: await listStudents(db, asked, parts),
    teachers: teachers.map((row) => ({ name: fullName(row), number: row.number })),
    isOver: held.length > 0 && held.every(({ ends_at }) => ends_at <= new Date()),
  }
}

/**
 * What keeps these students from being passed on, as far as we can tell ourselves.
 * @returns it, and whom it was about
 */
export async function ownErrors(db: Db | Trx, asked: Asked): Promise<{ errors: string[]; students: number[] }> {
  if (!(await passesOn(db))) return { errors: ['Doorgeven aan Het Oranje Kruis staat uit.'], students: [] }
  const planning = await getHokPlanning(db, asked)
  const students = planning.students.map(({ id }) => id)
  const there = new Set(students)
  const strangers = asked.students.some((id) => !there.has(id))
  return {
    errors: [...(strangers ? ['Een gekozen cursist is niet ingeschreven.'] : []), ...hokErrors(planning, today())],
    students,
  }
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

/** Who was passed on, with whom, of what and what came of it. */
export const listRequests = (db: Db | Trx) =>
  db
    .selectFrom('register_requests')
    .innerJoin('contacts', 'contacts.id', 'register_requests.contact_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'register_requests.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'register_requests.id',
      'register_requests.group_id',
      'register_requests.contact_id',
      sql<RequestState>`register_requests.state`.as('state'),
      'register_requests.number',
      'register_requests.message',
      'register_requests.attempts',
      'register_requests.next_attempt_at',
      'register_requests.created_at',
      'register_requests.updated_at',
      'courses.description as course',
      ...nameColumns,
    ])

/** @throws NotFound */
export async function getRequest(db: Db | Trx, id: number) {
  const request = await listRequests(db)
    .select(
      sql<number>`(select min(p.id) from appointments p where p.group_id = register_requests.group_id)`.as('part_id'),
    )
    .where('register_requests.id', '=', id)
    .executeTakeFirst()
  if (!request) throw new NotFound('Doorgegeven cursist')
  return request
}

/** For the history and for questions. */
export async function requestNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listRequests(db).where('register_requests.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `${fullName(row)}, ${row.course}`]))
}
