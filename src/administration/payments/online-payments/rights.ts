import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** Paying an invoice online. */
export const payArea = rights('pay', { view: [], change: [], viewOwn: [ROLE.supervisor], changeOwn: [ROLE.supervisor] })
