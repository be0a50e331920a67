import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

/** Making definitive, sending, crediting and merging. */
export const invoicesArea = rights('invoices', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor],
  change: [ROLE.administrator],
})
/** Invoices that have no number yet (note of invoices). */
export const conceptsArea = rights('invoice-concepts', { view: PLANNERS, change: PLANNERS })
