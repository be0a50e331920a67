import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const notesArea = rights('notes', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
