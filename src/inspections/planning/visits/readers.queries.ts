import { type RawBuilder, sql } from 'kysely'
import { nameText } from '../../../relations/contacts/index.ts'

/**
 * Who reads what is written about the visits of an order, as columns of `reader`: the contact of the order where that has
 * an address, or else its customer, a company under its id turned below zero.
 */
export const visitReader = sql`lateral (
  select customer.* from (
    select contacts.id, ${nameText} as name, contacts.email::text as email, 1 as place from contacts
    where contacts.id = orders.contact_id and contacts.active
    union all
    select -companies.id, companies.name, companies.email::text, 2 from companies
    where companies.id = orders.company_id and companies.active) customer
  order by customer.email is null, customer.place limit 1) reader`

/** Visits as they were when they were cancelled, or planned and taken back; the history keeps them. */
export const cancelledVisits = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (gone.record_id) gone.record_id::integer as id, gone.id as gone, gone.at as cancelled_at,
    (gone.changes -> 'order_id' ->> 0)::integer as order_id, (gone.changes -> 'employee_id' ->> 0)::integer as employee_id,
    (gone.changes -> 'starts_at' ->> 0)::timestamptz as starts_at, (gone.changes -> 'ends_at' ->> 0)::timestamptz as ends_at
  from history gone
  where gone.record_type = 'visit' and gone.action = 'delete' and ${which}
    and not exists (select from visits where visits.id = gone.record_id)
  order by gone.record_id, gone.id desc`
