import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { birthDateColumn } from '../../catalogue/people/index.ts'
import { registerFields } from './registers.fields.ts'

const { shown } = columnsOf('register_requests', registerFields)

const givenOn = sql`(select min(a.starts_at) from appointments a
  where a.group_id = register_requests.group_id and a.status <> 'cancelled')`
const nextAttempt = sql`case when register_requests.state = 'queued' then register_requests.next_attempt_at end`

/** What else is known of who was passed on, for who wants it in the list. */
export const registerColumns = [
  columnsOf('contacts', contactFields).named('company_id', 'companies', 'name'),
  birthDateColumn,
  shown('given_on', { label: 'Datum van de planning', as: 'date', of: givenOn }),
  shown('attempts', { as: 'count' }),
  shown('next_attempt_at', { of: nextAttempt }),
  shown('updated_at', { label: 'Laatst gewijzigd op', as: 'datetime' }),
]
