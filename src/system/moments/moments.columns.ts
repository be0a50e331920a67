import { sql } from 'kysely'
import { formatDate, formatNumber } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

/** What else is known of messages that go by themselves, for who wants it in the list. */
export const momentColumns = [
  askedColumn({
    field: 'active_since',
    label: 'Aan sinds',
    asks: () => sql<Date | null>`case when message_moments.active then message_moments.active_since end`,
    cell: (at) => formatDate(at),
  }),
  askedColumn({
    field: 'told',
    label: 'Verstuurd',
    kind: 'num',
    asks: () => sql<number>`(select count(*)::integer from moment_sends s where s.moment_id = message_moments.id)`,
    cell: (count) => formatNumber(count),
  }),
  askedColumn({
    field: 'at',
    asks: () => sql<string | null>`message_moments.at`,
    cell: (time) => time ?? { text: 'Direct', muted: true },
  }),
  addedColumn('message_moments'),
]
