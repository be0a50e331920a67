import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { partAddress } from '../appointments/index.ts'
import type { RequestState } from './labels.ts'

/** What a teacher was asked of parts still to come, what waits for an answer first. */
export const listOwnRequests = (db: Db, contactId: number) =>
  db
    .selectFrom('teacher_requests')
    .innerJoin('teacher_searches', 'teacher_searches.id', 'teacher_requests.search_id')
    .innerJoin('appointments', 'appointments.id', 'teacher_requests.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('users', 'users.id', 'teacher_requests.answered_by')
    .selectAll('teacher_requests')
    .select([
      sql<RequestState>`teacher_requests.state`.as('state'),
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.description',
      'courses.description as course',
      'teacher_searches.message',
      'users.name as answered_name',
      partAddress.as('address'),
    ])
    .where('teacher_requests.contact_id', '=', contactId)
    .where('teacher_requests.asked_at', 'is not', null)
    .where('appointments.ends_at', '>', new Date())
    .orderBy('appointments.starts_at')
    .orderBy('teacher_requests.id')
    .limit(100)
    .execute()
