import type { OpenLine } from '../../platform/screens/open-points.ts'
import { contactsManageArea } from './rights.ts'

/** Names of the role ids as a contact's tags show them, in Dutch. */
export { ROLE_LABELS as CONTACT_ROLES, roleOptions as contactRoleOptions } from '../../system/accounts/index.ts'

/** What is left to do for somebody who takes part: an address where messages arrive. */
export function contactNeeds(contact: { id: number; active: boolean; email: string | null }): OpenLine[] {
  if (!contact.active || contact.email) return []
  return [
    {
      label: 'E-mailadres ontbreekt',
      sub: 'Berichten komen niet aan',
      icon: 'mail-off',
      state: 'open',
      action: {
        label: 'E-mailadres invullen',
        kind: 'popup',
        url: `/contact/edit/${contact.id}`,
        area: contactsManageArea,
        right: 'change',
      },
    },
  ]
}
