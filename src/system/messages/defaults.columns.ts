import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'

const { shown, added } = columnsOf('default_messages')

const moments = sql`(select count(*)::integer from message_moments m where m.template_id = default_messages.id)`
const files = sql`(select count(*)::integer from default_message_files f where f.default_message_id = default_messages.id)`

/** What else is known of default messages, for who wants it in the list. */
export const defaultColumns = [
  shown('moments', { label: 'Automatische berichten', as: 'number', of: moments }),
  shown('files', { label: 'Bijlagen', as: 'number', of: files }),
  added,
]
