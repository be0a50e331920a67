import { messagesArea } from '../../platform/mail/rights.ts'
import type { GuardedAction } from '../../platform/screens/popup/guarded-actions.ts'
import { contactsManageArea } from './rights.ts'

/** What changes many contacts, after it showed what. */
const manyAction = (label: string, icon: string, what: string): GuardedAction => ({
  label,
  icon,
  kind: 'popup',
  url: `/contacts/bulk/${what}`,
  more: true,
  area: contactsManageArea,
  right: 'change',
})

/** What can be done with chosen contacts. */
export const contactChoices: GuardedAction[] = [
  {
    label: 'Bericht sturen',
    icon: 'mail',
    kind: 'popup',
    url: '/messages/write/default',
    area: messagesArea,
    right: 'change',
    all: { label: 'Bericht aan allen', icon: 'mail', most: 1000 },
  },
  {
    label: 'Samenvoegen',
    icon: 'arrows-join',
    kind: 'popup',
    url: '/contacts/merge',
    takes: { rows: 2, otherwise: 'Kies precies twee contacten om ze samen te voegen.' },
    area: contactsManageArea,
    right: 'change',
  },
  manyAction('Rol wijzigen', 'shield', 'role'),
  manyAction('Bedrijf wijzigen', 'building', 'company'),
  {
    label: 'Adresetiketten',
    icon: 'mail-opened',
    kind: 'popup',
    url: '/print/sheets/label',
    more: true,
    area: contactsManageArea,
    right: 'change',
  },
  manyAction('Veld wijzigen', 'pencil', 'field'),
  { ...manyAction('Deactiveren', 'ban', 'disable'), danger: true },
]
