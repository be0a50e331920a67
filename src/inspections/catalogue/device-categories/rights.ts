import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, STAFF } from '../../../platform/access/roles.ts'

/** Kinds of devices and by which schedules they are inspected. */
export const deviceCategoriesArea = rights('device-categories', { view: STAFF, change: PLANNERS })
