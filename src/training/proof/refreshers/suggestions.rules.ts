import { type CourseTerms, refreshBy } from '../../catalogue/courses/index.ts'

/** What becomes of the refresher of who passed (rulings 9.1): none, a new one, or the existing one with this id. */
export const NONE = -1
export const NEW = 0

/** A refresher that somebody has. */
export interface OwnRefresher {
  id: number
  contact_id: number
  course_id: number
  expires_at: string
  group_id: number | null
}

/** A course as it is finished, with the one that refreshes it. */
export interface FinishedCourse extends CourseTerms {
  id: number
  planningId: number
  refresher_course_id: number | null
}

/** What is proposed for one student. */
export interface Suggestion {
  /** -1 none, 0 new, else an existing one. */
  refresher: number
  refresherCourse: number | null
  /** ISO day. */
  dueOn: string | null
}

/**
 * What the refresher of somebody who passes becomes: the one for the course that comes next, else the one for the course
 * that was passed, which is then for that next one; else a new one. Finishing once more proposes what it made: the day
 * would otherwise be prolonged each time.
 * @param previousExpiry until when the certificate before this one is valid
 */
export function suggestRefresher(
  course: FinishedCourse,
  own: readonly OwnRefresher[],
  { issuedOn, previousExpiry }: { issuedOn: string; previousExpiry: string | null },
): Suggestion {
  const next = course.refresher_course_id
  if (next === null) return { refresher: NONE, refresherCourse: null, dueOn: null }
  const existing =
    own.find(({ course_id }) => course_id === next) ?? own.find(({ course_id }) => course_id === course.id)
  const isDone = existing !== undefined && existing.group_id === course.planningId
  return {
    refresher: existing?.id ?? NEW,
    refresherCourse: next,
    dueOn: isDone ? existing.expires_at : refreshBy(issuedOn, course, previousExpiry ?? existing?.expires_at ?? null),
  }
}
