import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** The list of all plannings, with what is to be done on them. */
export const planningsArea = rights('plannings', { view: PLANNERS, change: PLANNERS })
