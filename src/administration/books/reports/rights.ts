import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** What was invoiced, summed; nothing is changed there. */
export const reportsArea = rights('reports', { view: PLANNERS, change: PLANNERS })
