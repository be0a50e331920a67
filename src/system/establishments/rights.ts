import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../platform/access/roles.ts'

export const establishmentsArea = rights('establishments', { view: PLANNERS, change: [ROLE.administrator] })

/** Names of places, by which teachers and supervisors filter too; the screens of establishments stay with the office. */
export const placesArea = rights('places', { view: [...STAFF, ROLE.supervisor], change: PLANNERS })
