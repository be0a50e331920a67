import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'

/** The courses of these plannings, by their ids. */
export async function courseNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('appointment_groups')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['appointment_groups.id', 'courses.description'])
    .where(sql<SqlBool>`appointment_groups.id = any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}

/** The plannings of these parts, by the ids of the parts: 'planning 20424 (BHV basis)'. */
export async function planningNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['appointments.id', 'appointments.group_id', 'courses.description'])
    .where(sql<SqlBool>`appointments.id = any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, group_id, description }) => [id, `planning ${group_id} (${description})`]))
}
