import { rights } from '../../platform/access/rights.ts'
import { EVERYONE, PLANNERS } from '../../platform/access/roles.ts'

/** Deciding about what a phone kept and could not be stored. */
export const conflictsArea = rights('conflicts', { view: PLANNERS, change: PLANNERS })
/** Handing it over, as whoever could have stored it. */
export const handOverArea = rights('conflicts-hand-over', { view: [], change: EVERYONE })
