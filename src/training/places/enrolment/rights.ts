import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const enrolmentArea = rights('enrolment', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
  changeOwn: [ROLE.supervisor],
})

/** What of enrolling is for planners alone: capacity, reservations, moving. */
export const enrolmentPlanningArea = rights('enrolment-planning', { view: PLANNERS, change: PLANNERS })

/** What the screens that enrol have in common. */
export const enrolAccess = {
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  recordParam: null,
  right: 'change',
} as const
