import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Who takes over from somebody who is away is chosen by who plans. */
export const replacementsArea = rights('replacements', { view: PLANNERS, change: PLANNERS })
