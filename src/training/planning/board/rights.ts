import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** The board of who is where and when; a teacher sees the own lane. */
export const boardArea = rights('board', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
