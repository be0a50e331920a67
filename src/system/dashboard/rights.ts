import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

/** What each widget tells keeps the right of its own area; nothing is changed there. */
export const dashboardArea = rights('dashboard', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher, ROLE.supervisor, ROLE.student],
  change: [],
})
