import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../platform/access/roles.ts'

/** Reading checklists, and filling them in: a teacher those of the own appointments. */
export const checklistsArea = rights('checklists', { view: STAFF, change: PLANNERS, changeOwn: [ROLE.teacher] })

/** What is asked in them, and what becomes of what was filled in. */
export const checklistBlocksArea = rights('checklist-blocks', { view: PLANNERS, change: PLANNERS })
