import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** Bank statements, and what their entries pay (note of invoices: booking is of administrators). */
export const bankArea = rights('bank', { view: [ROLE.administrator], change: [ROLE.administrator] })
