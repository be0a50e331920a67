import { rights } from '../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../platform/access/roles.ts'

/** The visits of a day as they are carried out; a teacher has the own ones. */
export const workdayArea = rights('workday', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
