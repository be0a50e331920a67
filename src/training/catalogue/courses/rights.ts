import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../../platform/access/roles.ts'

export const coursesArea = rights('courses', { view: [...STAFF, ROLE.supervisor], change: PLANNERS })
