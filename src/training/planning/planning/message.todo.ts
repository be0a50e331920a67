import { sql } from 'kysely'
import { messagesArea } from '../../../platform/mail/rights.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'

/** Writing to the people of a planning, from its own menu. */
export const messageAction: PopupAction = {
  record: 'appointment',
  place: 'menu',
  order: 7,
  area: messagesArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Bericht aan cursisten',
    icon: 'mail',
    kind: 'popup',
    url: `/messages/write/course?appointment_id=${id}&to=students`,
  }),
  when: (_viewer, id) => sql`exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
    where a.group_id = (select group_id from appointments where appointments.id = ${id}))`,
}
