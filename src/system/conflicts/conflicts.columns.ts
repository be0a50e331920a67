import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { conflictFields } from './conflicts.fields.ts'

const { shown, added } = columnsOf('conflicts', conflictFields)

/** What else is known of differences, for who wants it in the list. */
export const conflictColumns = [
  shown('message', { label: 'Waarom niet opgeslagen', as: 'text' }),
  shown('settled_at'),
  shown('settled_by', { as: 'text', of: sql`(select u.name from users u where u.id = conflicts.settled_by)` }),
  added,
]
