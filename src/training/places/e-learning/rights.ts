import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Licences for e-learning: who follows one sees it, and who leads them. */
export const eLearningArea = rights('elearning', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor, ROLE.student],
  change: PLANNERS,
})

/** What the supplier gives, as the house sells it. */
export const eLearningCoursesArea = rights('elearning-courses', { view: PLANNERS, change: PLANNERS })
