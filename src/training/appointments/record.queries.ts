import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/database/types.ts'

/** How many teachers a part needs: its own number, or that of its component of the course. Refers to `appointments`. */
export const neededTeachers = sql<number>`coalesce(appointments.teacher_application_count,
  (select c.teacher_application_count from course_components c where c.id = appointments.component_id), 1)`

/** How many teachers it has. Refers to `appointments`. */
export const teachersThere = sql<number>`(select count(*)::integer from appointment_responsibles r
  where r.appointment_id = appointments.id and r.role_id = ${sql.lit(ROLE.teacher)})`

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
      sql<boolean>`(${teachersThere} >= ${neededTeachers})`.as('has_teacher'),
      sql<boolean>`(appointments.room_id is not null or coalesce(appointments.city, '') <> ''
        or coalesce(appointments.address_name, '') <> '')`.as('has_place'),
      sql<boolean>`coalesce(appointments.join_url, '') <> ''`.as('has_link'),
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
