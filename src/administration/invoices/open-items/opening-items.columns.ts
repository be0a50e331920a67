import { sql } from 'kysely'
import { formatMoney } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { contactName } from '../../sales/sales/index.ts'

/** What else is known of what an old system left open, for who wants it in the list. */
export const openingColumns = [
  askedColumn({ field: 'contact_id', asks: () => contactName, cell: (name) => name }),
  askedColumn({
    field: 'opening',
    kind: 'num',
    asks: () => sql<number>`opening_items.opening`,
    cell: (cents) => formatMoney(cents),
  }),
  askedColumn({
    field: 'paid',
    label: 'Betaald sinds de start',
    kind: 'num',
    asks: () => sql<number>`opening_items.paid`,
    cell: (cents) => formatMoney(cents),
  }),
  askedColumn({
    field: 'days_late',
    label: 'Dagen te laat',
    kind: 'num',
    asks: () => sql<number | null>`case when opening_items.open <> 0 and opening_items.expires_at < current_date
      then current_date - opening_items.expires_at end`,
    cell: (days) => days,
  }),
  askedColumn({
    field: 'note',
    kind: 'long',
    asks: () => sql<string | null>`opening_items.note`,
    cell: (note) => note,
  }),
  addedColumn('opening_items'),
]
