import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const waitingListArea = rights('waiting-list', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
  changeOwn: [ROLE.supervisor],
})

/** What of it is for planners alone: the order of the line, offers, rules. */
export const waitingPlanningArea = rights('waiting-planning', { view: PLANNERS, change: PLANNERS })
