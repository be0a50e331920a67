import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Who reads which letters customers get about what they did not pay, and who sends them. */
export const remindersArea = rights('reminders', { view: PLANNERS, change: [ROLE.administrator] })
