import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

export const finishArea = rights('finish', { view: PLANNERS, change: PLANNERS })
