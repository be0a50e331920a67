import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { momentFields } from './moments.fields.ts'

const { shown, added } = columnsOf('message_moments', momentFields)

const since = sql`case when message_moments.active then message_moments.active_since end`
const told = sql`(select count(*)::integer from moment_sends s where s.moment_id = message_moments.id and not s.passed)`

/** What else is known of messages that go by themselves, for who wants it in the list. */
export const momentColumns = [
  shown('active_since', { label: 'Aan sinds', as: 'date', of: since }),
  shown('told', { label: 'Verstuurd', as: 'count', of: told }),
  shown('at', { as: (time: string | null) => time ?? { text: 'Direct', muted: true } }),
  added,
]
