import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What expires, to be read; a quotation of it is made by who may change quotations. */
export const expiringArea = rights('expiring', { view: PLANNERS, viewOwn: [ROLE.supervisor], change: [] })
