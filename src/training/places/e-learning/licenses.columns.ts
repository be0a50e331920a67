import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { licenseFields } from './e-learning.fields.ts'

const { shown, added } = columnsOf('e_learning_licenses', licenseFields)

/** What else is known of licences, for who wants it in the list. */
export const licenseColumns = [
  shown('completed_at'),
  shown('link_sent_at'),
  shown('group_id', { as: 'count', of: sql`e_learning_licenses.group_id` }),
  added,
]
