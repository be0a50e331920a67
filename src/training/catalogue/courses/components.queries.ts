import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'

export interface Skill {
  id: number
  name: string
}

/** The components of several courses, per course in their order, with the skills a teacher of them needs. */
export const listComponentsOf = (db: Db | Trx, courseIds: number[]) =>
  db
    .selectFrom('course_components')
    .select([
      'id',
      'course_id',
      'position',
      'description',
      'duration_minutes',
      sql<string>`left(default_start::text, 5)`.as('default_start'),
      'days_after_previous',
      'optional',
      'teacher_application_count',
      'max_per_teacher',
      'max_per_lotus',
      sql<Skill[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name collate "nl-x-icu")
        from component_skills cs join skills s on s.id = cs.skill_id
        where cs.component_id = course_components.id), '[]')`.as('skills'),
    ])
    .where('course_id', 'in', courseIds)
    .orderBy('course_id')
    .orderBy('position')
    .execute()

/** The components of one course in their order; `default_start` is HH:mm, `duration_minutes` says its unit. */
export const listComponents = (db: Db | Trx, courseId: number) => listComponentsOf(db, [courseId])
export type Component = Awaited<ReturnType<typeof listComponents>>[number]

/** Of these components those that plannings were made of, with how many. */
export const listUsedComponents = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('course_components')
    .innerJoin('appointments', 'appointments.component_id', 'course_components.id')
    .select(['course_components.id', 'course_components.description'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('course_components.id', 'in', ids)
    .groupBy(['course_components.id', 'course_components.description'])
    .orderBy('course_components.id')
    .execute()
