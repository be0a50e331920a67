import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { RegisterKey } from './requests.rules.ts'

/** What a component of a course is at a register. */
export interface Template {
  component_id: number
  uuid: string
  name: string
}

/** How a course stands at a register; undefined while nobody said. */
export const findCourseRegister = (db: Db | Trx, courseId: number, register: RegisterKey) =>
  db
    .selectFrom('course_registers')
    .select(['enabled', 'type', 'kind', 'language', 'profile_uuid', 'profile_name'])
    .select(sql<Template[]>`templates`.as('templates'))
    .where('course_id', '=', courseId)
    .where('register', '=', register)
    .executeTakeFirst()
export type CourseRegister = NonNullable<Awaited<ReturnType<typeof findCourseRegister>>>

/** The registers to which the course of a planning is told. */
export async function registersOfPlanning(db: Db | Trx, planningId: number): Promise<RegisterKey[]> {
  const rows = await db
    .selectFrom('course_registers')
    .innerJoin('appointment_groups', 'appointment_groups.course_id', 'course_registers.course_id')
    .select(sql<RegisterKey>`course_registers.register`.as('register'))
    .where('appointment_groups.id', '=', planningId)
    .where('course_registers.enabled', '=', true)
    .orderBy('course_registers.register', 'desc')
    .execute()
  return rows.map(({ register }) => register)
}

/** How the course of a planning stands at a register. */
export async function courseOfPlanning(db: Db | Trx, planningId: number, register: RegisterKey) {
  const { course_id } = await db
    .selectFrom('appointment_groups')
    .select('course_id')
    .where('id', '=', planningId)
    .executeTakeFirstOrThrow()
  return findCourseRegister(db, course_id, register)
}

export interface CourseRegisterInput {
  enabled: boolean
  type?: string | null
  kind?: 'base' | 'refresher'
  language?: string | null
  profile_uuid?: string | null
  profile_name?: string | null
  templates?: Template[]
}

/** Says how a course stands at a register; what is not said stays as it was. */
export async function keepCourseRegister(
  trx: Trx,
  courseId: number,
  register: RegisterKey,
  { templates, ...input }: CourseRegisterInput,
): Promise<void> {
  const values = { ...input, ...(templates ? { templates: JSON.stringify(templates) } : {}) }
  await trx
    .insertInto('course_registers')
    .values({ course_id: courseId, register, ...values })
    .onConflict((conflict) => conflict.columns(['course_id', 'register']).doUpdateSet(values))
    .execute()
}
