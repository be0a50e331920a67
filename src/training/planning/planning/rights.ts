import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const occupationsArea = rights('occupations', { view: PLANNERS, viewOwn: [ROLE.teacher], change: [] })
