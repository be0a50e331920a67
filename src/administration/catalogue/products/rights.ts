import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, STAFF } from '../../../platform/access/roles.ts'

/** Products without what they cost: teachers choose and bring them. */
export const productsArea = rights('products', { view: STAFF, change: PLANNERS })
/** What products cost, and which VAT they bear. */
export const pricesArea = rights('product-prices', { view: PLANNERS, change: PLANNERS })
