/** Rights that modules of several groups ask for. */
import { rights } from '../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../platform/access/roles.ts'

/** The list of all plannings, with what is to be done on them. */
export const planningsArea = rights('plannings', { view: PLANNERS, change: PLANNERS })

export const finishArea = rights('finish', { view: PLANNERS, change: PLANNERS })

export const resultsArea = rights('results', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})

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
