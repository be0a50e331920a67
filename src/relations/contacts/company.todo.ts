import { sql } from 'kysely'
import type { PopupAction } from '../../platform/screens/popup/popup-actions.ts'
import { contactsManageArea } from './rights.ts'

/** Of a company of which nobody is known there is nobody to enrol or to write to. */
export const firstContactStep: PopupAction = {
  record: 'company',
  place: 'step',
  order: 20,
  area: contactsManageArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Contact toevoegen',
    icon: 'user-plus',
    kind: 'popup',
    url: `/contact/add?company_id=${id}`,
  }),
  when: (_viewer, id) => sql`exists (select 1 from companies where id = ${id} and active
    and not exists (select 1 from contact_companies where company_id = ${id}))`,
  next: () => sql`true`,
}
