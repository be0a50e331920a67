import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../../platform/access/roles.ts'

/** Reading devices, a supervisor those of the own companies; what is done on a visit is written by who is there. */
export const devicesArea = rights('devices', {
  view: STAFF,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
/** Keeping the list of what customers have. */
export const deviceListArea = rights('device-list', { view: PLANNERS, change: PLANNERS })
