import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { planningsArea } from '../../rights.ts'

/** What somebody gives, which comes first for who is no student. */
export const agendaStep: PopupAction = {
  record: 'contact',
  place: 'step',
  order: 29,
  area: planningsArea,
  right: 'view',
  action: ({ id }) => ({
    label: 'Agenda openen',
    icon: 'calendar-user',
    kind: 'link',
    url: `/calendar?view=all&instructor_id=${id}`,
  }),
  when: (_viewer, id) => sql`exists (select 1 from contacts
    where id = ${id} and active and roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}])`,
  next: (_viewer, id) => sql`not exists (select 1 from contacts
    where id = ${id} and roles && array[${sql.lit(ROLE.student)}])`,
}
