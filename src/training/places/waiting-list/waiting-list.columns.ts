import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { reachColumns } from '../../catalogue/people/index.ts'
import { waitingFields } from './waiting-list.fields.ts'

const { shown, added } = columnsOf('waiting_entries', waitingFields)

const weekdays: Readonly<Record<number, string>> = waitingFields.weekdays.options ?? {}

const expires = sql`(select o.expires_at from waiting_offers o
  where o.entry_id = waiting_entries.id and o.state = 'open')`
const offers = sql`(select count(*)::integer from waiting_offers o
  where o.entry_id = waiting_entries.id and o.state <> 'open')`

/** What else is known of who waits, for who wants it in the list. */
export const waitingColumns = [
  // As far as the viewer may read it: the list joins no other companies.
  shown('company_id', { of: sql`companies.name` }),
  ...reachColumns,
  shown('establishment_id', { of: sql`establishments.name` }),
  shown('weekdays', { as: (days: number[]) => days.map((one) => weekdays[one] ?? '').join(', ') }),
  shown('from_date'),
  shown('until_date'),
  shown('expires_at', { of: expires }),
  shown('offers', { label: 'Eerdere aanbiedingen', as: 'number', of: offers }),
  added,
]
