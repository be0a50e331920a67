import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const availabilityArea = rights('availability', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
