import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What was passed on, and whether it is at all. */
export const registersArea = rights('registers', { view: PLANNERS, change: [ROLE.administrator] })

/** Sending what waits. */
export const registerSendArea = rights('register-sending', { view: PLANNERS, change: PLANNERS })
