import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { billedElsewhere } from './invoicing.queries.ts'
import { invoicingArea } from './rights.ts'

const URL = '/calendar/makeInvoices'
const planningOf = (id: number) => sql`(select chosen.group_id from appointments chosen where chosen.id = ${id})`

/** How many students of a planning, whose course has a price, stand on no invoice for it. */
const uncharged = (id: number) => sql<number>`(
  select count(distinct enrolments.contact_id) from enrolments
    join appointments on appointments.id = enrolments.appointment_id
    join appointment_groups on appointment_groups.id = appointments.group_id
    join courses on courses.id = appointment_groups.course_id
  where appointments.group_id = ${planningOf(id)} and appointments.status <> 'cancelled'
    and (courses.product_id is not null or courses.group_product_id is not null)
    and not exists (select 1 from planning_charges charge
      where charge.group_id = appointments.group_id and charge.contact_id = enrolments.contact_id)
    and not ${billedElsewhere(sql`appointments.group_id`, sql`enrolments.contact_id`)})`

const isOver = (id: number) => sql`exists (select 1 from appointments where id = ${id} and status = 'done')`

/** What comes after a planning was finished; before that it stands among the other steps. */
export const invoicesStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 80,
  area: invoicingArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Facturen maken', icon: 'file-invoice', kind: 'popup', url: `${URL}/${id}` }),
  when: (_viewer, id) => sql`${uncharged(id)} > 0`,
  next: (_viewer, id) => isOver(id),
}

export const unchargedOfPlanning: OpenPoint = {
  record: 'appointment',
  order: 80,
  area: invoicingArea,
  ask: (_viewer, id) => sql<number | null>`case when ${isOver(id)} then nullif(${uncharged(id)}, 0) end`,
  line: (answer, { id }) => ({
    label: `${formatCount(Number(answer), 'cursist', 'cursisten')} nog niet gefactureerd`,
    icon: 'file-invoice',
    state: 'open',
    action: { label: 'Factureren', kind: 'popup', url: `${URL}/${id}`, area: invoicingArea, right: 'change' },
  }),
}
