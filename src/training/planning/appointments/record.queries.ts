import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db } from '../../../platform/database/types.ts'

/** A column of a part, in a query that has it under another name than that of its table. */
const at = (part: string, column: string) => sql.ref(`${part}.${column}`)

const needed = (part: string) => sql<number>`coalesce(${at(part, 'teacher_application_count')},
  (select c.teacher_application_count from course_components c where c.id = ${at(part, 'component_id')}), 1)`
const there = (part: string) => sql<number>`(select count(*)::integer from appointment_responsibles r
  where r.appointment_id = ${at(part, 'id')} and r.role_id = ${sql.lit(ROLE.teacher)})`

/** How many teachers a part needs: its own number, or that of its component of the course. Refers to `appointments`. */
export const neededTeachers = needed('appointments')

/** How many teachers it has. Refers to `appointments`. */
export const teachersThere = there('appointments')

/** Whether a part, under this name in the query, has fewer teachers than it needs. */
export const lacksTeacher = (part = 'appointments') => sql<boolean>`(${there(part)} < ${needed(part)})`

/** Whether nobody said where a part is, under this name in the query: no room and no address, online no link. */
export const lacksPlace = (part = 'appointments') => sql<boolean>`(coalesce(${at(part, 'join_url')}, '') = '' and (
  (${at(part, 'room_id')} is null and concat(${at(part, 'address_name')}, ${at(part, 'street')}, ${at(part, 'city')}) = '')
  or exists (select 1 from appointment_groups placed join courses online on online.id = placed.course_id and online.online
    where placed.id = ${at(part, 'group_id')})))`

/** The parts of one planning in order of time, with what tells whether a teacher and a place are still to be found. */
export const listPartNeeds = (db: Db, planningId: number) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'courses.online',
      sql<boolean>`not ${lacksTeacher()}`.as('has_teacher'),
      sql<boolean>`not ${lacksPlace()}`.as('has_place'),
    ])
    .where('appointments.group_id', '=', planningId)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
export type PartNeeds = Awaited<ReturnType<typeof listPartNeeds>>[number]

/** Of a planning all is told at each of its parts: what became of it, of its parts, and of who was ever enrolled. */
export const historyOfPlanning = (id: number) => sql`
  with parts as (
    select part.id, part.group_id from appointments part
    where part.group_id = (select chosen.group_id from appointments chosen where chosen.id = ${id}))
  select 'appointment_group' as record_type, group_id::bigint as record_id from parts
  union select 'appointment', id::bigint from parts
  union select 'enrolment', enrolments.id::bigint from enrolments
    where enrolments.appointment_id in (select id from parts)
  union select 'checklist-submission', filled.id::bigint from checklist_submissions filled
    where filled.object_type = 'appointment' and filled.object_id in (select id from parts)
  union select 'enrolment', gone.record_id from parts join history gone
    on gone.record_type = 'enrolment' and gone.action = 'delete'
      and (gone.changes -> 'appointment_id' ->> 0)::integer = parts.id`
