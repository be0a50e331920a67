import { rights } from '../../platform/access/rights.ts'
import { STAFF } from '../../platform/access/roles.ts'

/** Asking the helpdesk for help; its own side is for who has the support flag. */
export const remoteSupportArea = rights('remote-support', { view: STAFF, change: STAFF })
