import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { entryFields } from './registrations.fields.ts'

const { shown } = columnsOf('entries', entryFields)

/** What else is known of sign-ups, for who wants it in the list. */
export const entryColumns = [
  shown('email', { as: 'text' }),
  shown('message', { as: 'text' }),
  shown('settled_at'),
  shown('settled_by', { as: 'text', of: sql`(select u.name from users u where u.id = entries.settled_by)` }),
]
