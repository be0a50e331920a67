import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

export const agreementsArea = rights('training-agreements', { view: PLANNERS, change: PLANNERS })
