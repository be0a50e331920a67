import { sql } from 'kysely'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { formatDateTime, formatMoney } from '../../../platform/format/format.ts'

const text = (column: string) => () => sql<string | null>`${sql.ref(`quotations.${column}`)}`
const at = (column: 'sent_at' | 'viewed_at' | 'accepted_at' | 'declined_at') =>
  askedColumn({
    field: column,
    asks: () => sql<string | null>`${sql.ref(`quotations.${column}`)}`,
    cell: (when) => when && formatDateTime(new Date(when)),
  })

/** What else is known of quotations, for who wants it in the list. */
export const quotationColumns = [
  askedColumn({
    field: 'contact_id',
    asks: () => sql<
      string | null
    >`(select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name_prefix, ''), c.last_name)
      from contacts c where c.id = quotations.contact_id)`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'base',
    label: 'Excl. btw',
    kind: 'num',
    asks: () => sql<number>`quotations.base`,
    cell: (cents) => formatMoney(cents),
  }),
  askedColumn({ field: 'city', asks: text('city'), cell: (city) => city }),
  at('sent_at'),
  at('viewed_at'),
  at('accepted_at'),
  at('declined_at'),
  askedColumn({ field: 'decline_reason', asks: text('decline_reason'), cell: (reason) => reason }),
  addedColumn('quotations'),
]
