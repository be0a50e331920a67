import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { PLANNING_MENUS } from '../../planning/appointments/index.ts'
import { planningOrdersArea } from './rights.ts'

const planningOf = (id: number) => sql`(select chosen.group_id from appointments chosen where chosen.id = ${id})`

/** Lines of definitive invoices of people who are not in the planning any more, and that no credit invoice takes back. */
const gone = (id: number) => sql<number>`(
  select count(*)::integer from planning_order_lines p
    join sale_lines billed on billed.source_id = p.line_id
    join invoices i on i.id = billed.invoice_id and i.credits_id is null and i.definitive_at is not null
  where p.group_id = ${planningOf(id)} and p.kind = 'student'
    and not exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
      where a.group_id = p.group_id and a.status <> 'cancelled' and e.contact_id = p.contact_id)
    and not exists (select 1 from sale_lines c join invoices credit on credit.id = c.invoice_id
      where c.source_id = billed.id and credit.credits_id = i.id))`

const hasProduct = (
  id: number,
) => sql<SqlBool>`exists (select 1 from appointment_groups g join courses k on k.id = g.course_id
  where g.id = ${planningOf(id)} and (k.product_id is not null or k.group_product_id is not null))`

/** In the menu of a planning whose course has a price. */
export const ordersAction: PopupAction = {
  record: 'appointment',
  place: 'menu',
  order: 44,
  area: planningOrdersArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Orders',
    icon: 'shopping-cart',
    kind: 'popup',
    url: `/calendar/orders/${id}`,
    under: PLANNING_MENUS.sales,
  }),
  when: (_viewer, id) => hasProduct(id),
}

export const creditStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 85,
  area: planningOrdersArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Crediteren', icon: 'receipt-refund', kind: 'popup', url: `/calendar/orders/${id}` }), // prettier-ignore
  when: (_viewer, id) => sql`${gone(id)} > 0`,
  next: (_viewer, id) => sql`${gone(id)} > 0`,
}

export const toCredit: OpenPoint = {
  record: 'appointment',
  order: 82,
  area: planningOrdersArea,
  ask: (_viewer, id) => sql<number | null>`nullif(${gone(id)}, 0)`,
  line: (answer, { id }) => ({
    label: `${formatCount(Number(answer), 'gefactureerde inschrijving', 'gefactureerde inschrijvingen')} van wie is uitgeschreven`,
    icon: 'receipt-refund',
    state: 'open',
    action: {
      label: 'Crediteren',
      kind: 'popup',
      url: `/calendar/orders/${id}`,
      area: planningOrdersArea,
      right: 'change',
    },
  }),
}
