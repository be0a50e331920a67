import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const refreshersArea = rights('refreshers', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor, ROLE.student],
  change: PLANNERS,
})

/** Asking for an invitation, which planners send. */
export const askInvitationArea = rights('refresher-invitation', { view: [], change: [], changeOwn: [ROLE.supervisor] })
