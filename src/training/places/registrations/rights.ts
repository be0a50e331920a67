import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS } from '../../../platform/access/roles.ts'

/** Sign-ups from outside; sending them in takes the token of a program, not a right. */
export const registrationsArea = rights('registrations', { view: PLANNERS, change: PLANNERS })
