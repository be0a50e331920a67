import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** What is inspected by agreement; a supervisor reads the contracts of the own companies. */
export const contractsArea = rights('contracts', { view: PLANNERS, viewOwn: [ROLE.supervisor], change: PLANNERS })
