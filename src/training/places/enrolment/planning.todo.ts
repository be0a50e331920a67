import { sql } from 'kysely'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { contactsManageArea } from '../../../relations/contacts/rights.ts'
import { namesUrl } from './enrolment.rules.ts'
import { enrolmentPlanningArea } from '../../rights.ts'

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

interface Nameless {
  places: number
  who: string
  id: number
  partId: number
  names_by: string | null
}

/** Places that are kept for people whose names are not known; the line leads to enrolling those. */
export const withoutNames: OpenPoint = {
  record: 'appointment',
  order: 32,
  area: enrolmentPlanningArea,
  ask: (_viewer, id) => sql<Nameless | null>`
    select json_build_object('places', r.places, 'who', coalesce(companies.name, ${nameText}), 'id', r.id, 'partId', r.appointment_id,
      'names_by', r.names_by)
    from reservations r join appointments a on a.id = r.appointment_id
      left join companies on companies.id = r.company_id left join contacts on contacts.id = r.contact_id
    where a.group_id = (select group_id from appointments where appointments.id = ${id})
      and a.status not in ('cancelled', 'done') and a.starts_at > now()
    order by r.names_by nulls last, a.id <> ${id}, a.starts_at, r.id limit 1`,
  line: (answer) => {
    const { places, who, id, partId, names_by } = answer as Nameless
    return {
      label: `${formatCount(places, 'plaats wacht op een naam', 'plaatsen wachten op namen')}`,
      sub: names_by === null ? who : `${who}, uiterlijk ${formatDate(names_by)}`,
      icon: 'bookmark',
      state: names_by === null ? 'later' : 'open',
      action: {
        label: 'Namen invullen',
        kind: 'popup',
        url: namesUrl({ id, appointment_id: partId }),
        area: enrolmentPlanningArea,
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
  // Above the students, beside 'Reserveren' (T-103).
  inside: true,
  area: enrolmentPlanningArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Inschrijven',
    icon: 'user-plus',
    kind: 'popup',
    url: `/calendar/enroll/${id}/0`,
    synonyms: ['aanmelden', 'boeken'],
  }),
  when: (_viewer, id) =>
    sql`exists (select 1 from appointments where id = ${id} and status not in ('cancelled', 'done'))`,
  next: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status in ('planned', 'confirmed')
    and enrolled_count + reserved_count < max_count and starts_at::date > now()::date)`,
}
