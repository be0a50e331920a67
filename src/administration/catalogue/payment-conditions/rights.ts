import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Who sells chooses one; which there are, the administrator tells. */
export const paymentConditionsArea = rights('payment-conditions', { view: PLANNERS, change: [ROLE.administrator] })
