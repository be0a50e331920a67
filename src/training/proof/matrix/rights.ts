import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Who of a company holds which certificate, and which it needs. */
export const matrixArea = rights('certificate-matrix', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: PLANNERS,
})
