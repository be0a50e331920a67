import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const ordersArea = rights('orders', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
