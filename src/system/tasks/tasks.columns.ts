import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { taskFields } from './tasks.fields.ts'

const { shown, added } = columnsOf('tasks', taskFields)

/** What else is known of tasks, for who wants it in the list. */
export const taskColumns = [
  shown('note'),
  shown('done_at'),
  shown('done_by', { as: 'text', of: sql`(select u.name from users u where u.id = tasks.done_by)` }),
  added,
]
