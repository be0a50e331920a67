import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** The day of who teaches; its rows are the own ones. */
export const todayArea = rights('today', { view: [], viewOwn: [ROLE.teacher], change: [] })
