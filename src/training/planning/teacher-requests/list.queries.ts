import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { neededTeachers, teachersThere } from '../appointments/index.ts'
import { isComing } from './teacher-requests.queries.ts'

export const asked = sql<number>`(select count(*)::integer from teacher_requests r
  where r.appointment_id = appointments.id and r.state = 'asked')`
export const applied = sql<number>`(select count(*)::integer from teacher_applications p
  where p.appointment_id = appointments.id and p.state = 'open')`
/** What was done last without finding anybody. */
export const endedWhy = sql<string | null>`(select s.why from teacher_searches s
  where s.appointment_id = appointments.id and s.state = 'ended' order by s.id desc limit 1)`

/** Coming parts that lack teachers. */
export const listLacking = (db: Db) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'courses.description as course',
      neededTeachers.as('needed'),
      teachersThere.as('there'),
      asked.as('asked'),
      applied.as('applied'),
      endedWhy.as('why'),
    ])
    .where(isComing)
    .where(sql<boolean>`(${neededTeachers} > ${teachersThere} or ${applied} > 0)`)
