import { sql } from 'kysely'
import type { OccupationRow, OccupationSource } from '../../../system/occupations/points.ts'
import { customerName } from '../../../administration/sales/sales/index.ts'

// Spelled as the index visits_during has it.
const during = sql`tstzrange(v.starts_at, v.ends_at)`
const description = sql`'Bezoek ' || ${customerName}`
const order = sql`join orders on orders.id = v.order_id
  left join companies on companies.id = orders.company_id left join contacts on contacts.id = orders.contact_id`

/** Who goes to a customer, by the contact of the account. */
const people: OccupationSource = {
  resource: 'contact',
  record: 'visit',
  rows: sql<OccupationRow>`
    select users.contact_id as resource_id, v.id as record_id, ${description} as description, v.starts_at, v.ends_at,
           ${during} as during, true as counts
    from visits v join users on users.id = v.employee_id ${order}`,
}

const rooms: OccupationSource = {
  resource: 'room',
  record: 'visit',
  rows: sql<OccupationRow>`
    select v.room_id as resource_id, v.id as record_id, ${description} as description, v.starts_at, v.ends_at,
           ${during} as during, true as counts
    from visits v ${order} where v.room_id is not null`,
}

export const visitOccupations = [people, rooms]
