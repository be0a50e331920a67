import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../../platform/access/roles.ts'

/** Kinds of devices and by which schedules they are inspected. */
export const deviceCategoriesArea = rights('device-categories', { view: STAFF, change: PLANNERS })
/** What categories ask of their devices beside what is asked of every device. */
export const deviceFieldsArea = rights('device-fields', { view: STAFF, change: [ROLE.administrator] })
