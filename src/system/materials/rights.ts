import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, STAFF } from '../../platform/access/roles.ts'

export const resourcesArea = rights('resources', { view: STAFF, change: PLANNERS })
