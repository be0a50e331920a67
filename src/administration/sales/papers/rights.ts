import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Printing what was offered, ordered and invoiced; who may see only the own ones gets them where those are shown. */
export const papersArea = rights('sale-papers', { view: PLANNERS, change: PLANNERS })
