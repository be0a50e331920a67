import { sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import type { OpenPoint } from '../../platform/screens/open-points.ts'
import type { PopupAction } from '../../platform/screens/popup-actions.ts'
import { nameText } from '../../relations/contacts/index.ts'
import { contactsManageArea } from '../../relations/contacts/rights.ts'
import { enrolmentPlanningArea } from './rights.ts'

interface Unreachable {
  count: number
  first: { id: number; name: string } | null
}

/** Whom no mail about the planning can reach; the line leads to the first of them. */
export const withoutAddress: OpenPoint = {
  record: 'appointment',
  order: 30,
  area: enrolmentPlanningArea,
  ask: (_viewer, id) => sql<Unreachable | null>`
    select case when count(*) = 0 then null else json_build_object(
      'count', count(*) filter (where coalesce(email, '') = ''),
      'first', (array_agg(json_build_object('id', id, 'name', name) order by last_name, id)
        filter (where coalesce(email, '') = ''))[1]) end
    from (select distinct contacts.id, contacts.email, contacts.last_name, ${nameText} as name
      from enrolments e join appointments a on a.id = e.appointment_id join contacts on contacts.id = e.contact_id
      where a.group_id = (select group_id from appointments where appointments.id = ${id}) and a.status <> 'cancelled'
        and a.ends_at > now()) people`,
  line: (answer) => {
    const { count, first } = answer as Unreachable
    if (first === null) return { label: 'Iedereen heeft een e-mailadres', icon: 'mail-off', state: 'done' }
    return {
      label: `${formatCount(count, 'cursist', 'cursisten')} zonder e-mail`,
      sub: count === 1 ? first.name : `${first.name} en ${count - 1} meer`,
      icon: 'mail-off',
      state: 'open',
      action: {
        label: 'E-mailadres invullen',
        kind: 'popup',
        url: `/contact/edit/${first.id}`,
        area: contactsManageArea,
        right: 'change',
      },
    }
  },
}

/** Enrolling, which comes next as long as there are places and it has not begun. */
export const enrolStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 30,
  area: enrolmentPlanningArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Inschrijven',
    icon: 'user-plus',
    kind: 'popup',
    url: `/calendar/enroll/${id}/0`,
  }),
  when: (_viewer, id) =>
    sql`exists (select 1 from appointments where id = ${id} and status not in ('cancelled', 'done'))`,
  next: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status in ('planned', 'confirmed')
    and enrolled_count + reserved_count < max_count and starts_at::date > now()::date)`,
}
