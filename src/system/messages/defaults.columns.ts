import { sql } from 'kysely'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

/** What else is known of default messages, for who wants it in the list. */
export const defaultColumns = [
  askedColumn({
    field: 'moments',
    label: 'Automatische berichten',
    kind: 'num',
    asks: () =>
      sql<number>`(select count(*)::integer from message_moments m where m.template_id = default_messages.id)`,
    cell: (count) => count,
  }),
  askedColumn({
    field: 'files',
    label: 'Bijlagen',
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from default_message_files f
      where f.default_message_id = default_messages.id)`,
    cell: (count) => count,
  }),
  addedColumn('default_messages'),
]
