import { rights } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'

/** The books: ledger accounts, what is exported to them, and the link with the bookkeeping elsewhere. */
export const accountingArea = rights('accounting', { view: [ROLE.administrator], change: [ROLE.administrator] })
