import { sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import type { SearchText } from '../../platform/manifest.ts'

/** The number people quote finds the planning and opens its first part that is not over yet (rulings 5). */
export function searchAppointments(db: Db, { raw }: SearchText, limit: number) {
  const number = /^\d{1,9}$/.test(raw) ? Number(raw) : -1
  return db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointments.id',
      sql<string>`appointments.group_id::text`.as('value'),
      sql<string>`courses.description || ' · planning ' || appointments.group_id`.as('name'),
      sql<string>`'appointment_group_id'`.as('field'),
      sql<number>`0`.as('rank'),
    ])
    .where('appointments.group_id', '=', number)
    .orderBy(sql`appointments.ends_at < now()`)
    .orderBy('appointments.starts_at')
    .limit(Math.min(limit, 1))
}
