import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** By when a customer pays, and whether VAT is charged: agreed by who sells. */
export const customerTermsArea = rights('customer-terms', { view: PLANNERS, change: PLANNERS })
