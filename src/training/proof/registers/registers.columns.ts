import { sql } from 'kysely'
import { formatDate, formatDateTime, formatNumber } from '../../../platform/format/format.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { birthDateColumn } from '../../catalogue/people/index.ts'

/** What else is known of who was passed on, for who wants it in the list. */
export const registerColumns = [
  askedColumn({
    field: 'company_id',
    label: contactFields.company_id.label,
    asks: () => sql<string | null>`(select companies.name from companies where companies.id = contacts.company_id)`,
    cell: (name) => name,
  }),
  birthDateColumn,
  askedColumn({
    field: 'given_on',
    label: 'Datum van de planning',
    asks: () => sql<Date | null>`(select min(a.starts_at) from appointments a
      where a.group_id = register_requests.group_id and a.status <> 'cancelled')`,
    cell: (at) => formatDate(at),
  }),
  askedColumn({
    field: 'attempts',
    kind: 'num',
    asks: () => sql<number>`register_requests.attempts`,
    cell: (attempts) => formatNumber(attempts),
  }),
  askedColumn({
    field: 'next_attempt_at',
    asks: () =>
      sql<Date | null>`case when register_requests.state = 'queued' then register_requests.next_attempt_at end`,
    cell: (at) => formatDateTime(at),
  }),
  askedColumn({
    field: 'updated_at',
    label: 'Laatst gewijzigd op',
    asks: () => sql<Date>`register_requests.updated_at`,
    cell: (at) => formatDateTime(at),
  }),
]
