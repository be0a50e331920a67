import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Who drives by code 95, and what they have of the hours that renew it. */
export const driversArea = rights('code95-drivers', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
})
