import type { Db, Trx } from '../../../platform/database/types.ts'
import { byDescription, listCourseDetails } from './courses.queries.ts'

/** The courses that can take the place of one, in Dutch order. */
export const listAlternatives = (db: Db | Trx, courseId: number) =>
  db
    .selectFrom('course_alternatives')
    .innerJoin('courses', 'courses.id', 'course_alternatives.alternative_id')
    .select(['courses.id', 'courses.description', 'courses.code', 'courses.online', 'courses.active'])
    .select('course_alternatives.course_id')
    .where('course_alternatives.course_id', '=', courseId)

/** Ids of the active courses that can take the place of one. */
export async function alternativeIdsOf(db: Db | Trx, courseId: number): Promise<number[]> {
  const rows = await listAlternatives(db, courseId).where('courses.active', '=', true).orderBy(byDescription).execute()
  return rows.map(({ id }) => id)
}

/** The active alternatives of courses, as calls answer courses, each with the ids of those whose place it can take. */
export async function listAlternativesOf(db: Db, courseIds: number[]) {
  if (courseIds.length === 0) return []
  const pairs = await db
    .selectFrom('course_alternatives')
    .innerJoin('courses', 'courses.id', 'course_alternatives.alternative_id')
    .select(['course_id', 'alternative_id'])
    .where('course_id', 'in', courseIds)
    .where('courses.active', '=', true)
    .orderBy('course_id')
    .execute()
  const courses = await listCourseDetails(db, [...new Set(pairs.map(({ alternative_id }) => alternative_id))])
  return courses.map((course) => ({
    ...course,
    alternative_of: pairs.filter(({ alternative_id }) => alternative_id === course.id).map((pair) => pair.course_id),
  }))
}
