import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

/** Mails that could not be sent, and the errors that programs left. */
export const errorsTruncateArea = rights('errors-truncate', {
  view: [ROLE.administrator],
  change: [ROLE.administrator],
})
