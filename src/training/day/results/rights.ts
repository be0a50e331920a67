import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const resultsArea = rights('results', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
