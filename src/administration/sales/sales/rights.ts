import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** The lines of quotations, orders and invoices, with what they cost; each sale adds its own right and scope. */
export const saleLinesArea = rights('sale-lines', { view: PLANNERS, viewOwn: [ROLE.supervisor], change: PLANNERS })
