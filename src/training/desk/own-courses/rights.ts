import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** What a student is enrolled in and holds. */
export const ownCoursesArea = rights('own-courses', { view: [], viewOwn: [ROLE.student], change: [] })
