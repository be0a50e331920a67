import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Whether a planning goes on: who plans decides. */
export const decisionsArea = rights('decisions', { view: PLANNERS, change: PLANNERS })
