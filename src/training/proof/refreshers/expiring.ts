import { sql } from 'kysely'
import type { ExpiringSource } from '../../../administration/orders/expiring/points.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { graceUntil, isBooked, refreshersVisibleTo } from './refreshers.queries.ts'
import { refreshersArea } from './rights.ts'

/** Refreshers of people who take part, as long as they do. */
export const expiringRefreshers: ExpiringSource = {
  key: 'refresher',
  number: 0,
  label: 'Herhaling',
  heading: 'Opleidingen',
  area: refreshersArea,
  open: '/courseRefresher/view/{id}',
  rows: (viewer) => sql`select contact_refreshers.id as record_id, contacts.company_id,
    case when contacts.company_id is null then contacts.id end as contact_id, ${nameText} as who,
    courses.description as what, contact_refreshers.expires_at as expires_on,
    case when ${isBooked} then 'booked' when contact_refreshers.invited_at is not null then 'invited' else 'open' end as state,
    case when ${isBooked} then null else contact_refreshers.invited_at end as state_on, courses.product_id, null as price
    from contact_refreshers join contacts on contacts.id = contact_refreshers.contact_id
      join courses on courses.id = contact_refreshers.course_id
    where contacts.active and contact_refreshers.expires_at >= current_date - 750 and ${graceUntil} >= current_date
      and ${refreshersVisibleTo(viewer)}`,
}
