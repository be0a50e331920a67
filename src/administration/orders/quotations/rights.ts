import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const quotationsArea = rights('quotations', { view: PLANNERS, viewOwn: [ROLE.supervisor], change: PLANNERS })
