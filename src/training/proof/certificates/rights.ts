import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const certificatesArea = rights('certificates', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor, ROLE.student],
  change: PLANNERS,
})
