import { rights } from '../access/rights.ts'
import { EVERYONE, PLANNERS } from '../access/roles.ts'

/** The own views; which pages they are of is for the rights of those to say. */
export const viewsArea = rights('views', { view: EVERYONE, change: EVERYONE })

/** Sharing them with everybody who sees the page, and changing what others shared. */
export const sharedViewsArea = rights('views-shared', { view: EVERYONE, change: PLANNERS })

/** Lists under a name, and what was invoiced, summed. */
export const reportsArea = rights('reports', { view: PLANNERS, change: PLANNERS })
