import { rights } from '../access/rights.ts'
import { PLANNERS } from '../access/roles.ts'

/** Mail that goes out, waits or came back, wherever it is shown. */
export const messagesArea = rights('messages', { view: PLANNERS, change: PLANNERS })
