import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Kinds of work; a teacher reads those that stand on the own orders. */
export const actionsArea = rights('actions', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
