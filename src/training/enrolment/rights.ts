import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const enrolmentArea = rights('enrolment', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
  changeOwn: [ROLE.supervisor],
})

/** What of enrolling is for planners alone: capacity, reservations, moving. */
export const enrolmentPlanningArea = rights('enrolment-planning', { view: PLANNERS, change: PLANNERS })
