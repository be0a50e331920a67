import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** The day of who plans, and of who teaches with the own rows alone. */
export const todayArea = rights('today', { view: PLANNERS, viewOwn: [ROLE.teacher], change: [] })
