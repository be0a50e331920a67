import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What teachers are asked and apply for: planners all of it, a teacher the own. */
export const teacherRequestsArea = rights('teacher-requests', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})

/** Who is asked, in which order and what becomes of it: who plans alone. */
export const teacherSearchArea = rights('teacher-search', { view: PLANNERS, change: PLANNERS })

/** The page of who teaches: what they are asked, and what they apply for. */
export const ownRequestsArea = rights('own-requests', {
  view: [],
  viewOwn: [ROLE.teacher],
  change: [],
  changeOwn: [ROLE.teacher],
})
