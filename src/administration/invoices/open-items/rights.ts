import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What customers still have to pay, by age; items of the system before this one are told by administrators. */
export const openItemsArea = rights('open-items', { view: PLANNERS, change: [ROLE.administrator] })
