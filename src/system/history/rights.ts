import { rights } from '../../platform/access/rights.ts'
import { PLANNERS } from '../../platform/access/roles.ts'

export const historyArea = rights('history', { view: PLANNERS, change: [] })
