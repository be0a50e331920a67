import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const companiesArea = rights('companies', { view: PLANNERS, viewOwn: [ROLE.supervisor], change: PLANNERS })
