import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

/** Supervisors and students see external ones only, teachers change their own uploads (documents.rules.ts). */
export const documentsArea = rights('documents', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher, ROLE.supervisor, ROLE.student],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
