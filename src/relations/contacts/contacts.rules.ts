import type { OpenLine } from '../../platform/screens/popup/open-points.ts'
import { contactsManageArea } from './rights.ts'

/** Names of the role ids as a contact's tags show them, in Dutch. */
export { ROLE_LABELS as CONTACT_ROLES, roleOptions as contactRoleOptions } from '../../system/accounts/index.ts'

/** That somebody has no address where messages arrive. @param sub what that keeps from being done */
export const emailMissing = (contactId: number, sub: string): OpenLine => ({
  label: 'E-mailadres ontbreekt',
  sub,
  icon: 'mail-off',
  state: 'open',
  action: {
    label: 'E-mailadres invullen',
    kind: 'popup',
    url: `/contact/edit/${contactId}`,
    area: contactsManageArea,
    right: 'change',
  },
})

/** What is left to do for somebody who takes part: an address where messages arrive. */
export const contactNeeds = (contact: { id: number; active: boolean; email: string | null }): OpenLine[] =>
  !contact.active || contact.email ? [] : [emailMissing(contact.id, 'Berichten komen niet aan')]
