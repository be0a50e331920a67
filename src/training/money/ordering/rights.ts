import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** What of a planning is billed by order, and what of that is credited, is said by who plans. */
export const planningOrdersArea = rights('planning-orders', { view: PLANNERS, change: PLANNERS })
