import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const refreshersArea = rights('refreshers', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor, ROLE.student],
  change: PLANNERS,
})
