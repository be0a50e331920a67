import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { listPreviousExpiries } from '../certificates/index.ts'
import { type OwnRefresher, type Suggestion, suggestRefresher } from './suggestions.rules.ts'

/** The refreshers of these people, the first to end first. */
export const listOwnRefreshers = (db: Db | Trx, contactIds: number[]) =>
  db
    .selectFrom('contact_refreshers')
    .innerJoin('courses', 'courses.id', 'contact_refreshers.course_id')
    .select(['contact_refreshers.id', 'contact_id', 'course_id', 'expires_at', 'group_id'])
    .select('courses.description as course_description')
    .where(sql<boolean>`contact_id = any(${contactIds})`)
    .orderBy('expires_at')
    .orderBy('contact_refreshers.id')
    .execute()

export interface StudentSuggestion extends Suggestion {
  contactId: number
  refreshers: (OwnRefresher & { course_description: string })[]
}

/** The course of a planning as finishing sees it, with the name of the one that comes next. */
const finishedCourse = (db: Db | Trx, planningId: number) =>
  db
    .selectFrom('appointment_groups')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('courses as next', 'next.id', 'courses.refresher_course_id')
    .select(['courses.id', 'courses.refresher_course_id', 'appointment_groups.id as planningId'])
    .select(['courses.validity_months', 'courses.validity_basis', 'courses.grace_months'])
    .select(['courses.repeat_after', 'courses.repeat_unit', 'next.description as next_description'])
    .where('appointment_groups.id', '=', planningId)
    .executeTakeFirstOrThrow()

/** What is proposed for these people when they pass the course of a planning, in their order. */
export async function listSuggestions(
  db: Db | Trx,
  { planningId, contactIds, issuedOn }: { planningId: number; contactIds: number[]; issuedOn: string },
): Promise<{ suggestions: StudentSuggestion[]; next: { id: number; description: string } | null }> {
  const course = await finishedCourse(db, planningId)
  const { refresher_course_id: nextId, next_description } = course
  const next = nextId === null ? null : { id: nextId, description: next_description ?? '' }
  if (contactIds.length === 0) return { suggestions: [], next }
  const own = Map.groupBy(await listOwnRefreshers(db, contactIds), ({ contact_id }) => contact_id)
  const previous = await listPreviousExpiries(db, { contactIds, courseId: course.id, planningId })
  const suggestions = contactIds.map((contactId) => {
    const refreshers = own.get(contactId) ?? []
    const previousExpiry = previous.get(contactId) ?? null
    return { contactId, refreshers, ...suggestRefresher(course, refreshers, { issuedOn, previousExpiry }) }
  })
  return { suggestions, next }
}
