import type { OpenLine } from '../../platform/screens/popup/open-points.ts'
import { companiesArea } from './rights.ts'

/** What is left to do for a company that takes part: an address for its invoices. */
export function companyNeeds(company: { id: number; active: boolean; invoice_email: string | null }): OpenLine[] {
  if (!company.active || company.invoice_email) return []
  return [
    {
      label: 'E-mailadres voor facturen ontbreekt',
      icon: 'mail-off',
      state: 'open',
      action: {
        label: 'E-mailadres voor facturen invullen',
        kind: 'popup',
        url: `/company/edit/${company.id}`,
        area: companiesArea,
        right: 'change',
      },
    },
  ]
}
