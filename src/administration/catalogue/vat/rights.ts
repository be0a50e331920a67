import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Who sets a price chooses its VAT; which there is, and at what percentage, the administrator tells. */
export const taxesArea = rights('tax-types', { view: PLANNERS, change: [ROLE.administrator] })
