import { sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { saleLinesArea } from '../../sales/sales/rights.ts'
import { deliveredText } from './orders.rules.ts'

/** Who may know what orders come to; teachers deliver them without. */
export const seesAmounts = (viewer: Viewer): boolean => may(viewer, saleLinesArea)

const text = (column: string) => () => sql<string | null>`${sql.ref(`orders.${column}`)}`

/** What else is known of orders, for who wants it in the list. */
export const orderColumns = [
  askedColumn({
    field: 'contact_id',
    asks: () => sql<
      string | null
    >`(select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name_prefix, ''), c.last_name)
      from contacts c where c.id = orders.contact_id)`,
    cell: (name) => name,
  }),
  askedColumn({
    field: 'delivered',
    label: 'Geleverd',
    asks: () => sql<{ lines: number; delivered: number }>`json_build_object('lines', orders.line_count,
      'delivered', orders.delivered_count + orders.settled_count)`,
    cell: (lines) => deliveredText(lines),
  }),
  askedColumn({
    field: 'base',
    label: 'Excl. btw',
    kind: 'num',
    when: seesAmounts,
    asks: () => sql<number>`orders.base`,
    cell: (cents) => formatMoney(cents),
  }),
  askedColumn({ field: 'postal_code', asks: text('postal_code'), cell: (code) => code }),
  askedColumn({ field: 'city', asks: text('city'), cell: (city) => city }),
  askedColumn({
    field: 'quotation_id',
    asks: () => sql<string | null>`(select q.uid from quotations q where q.id = orders.quotation_id)`,
    cell: (uid) => uid,
  }),
  askedColumn({
    field: 'parent_order_id',
    asks: () => sql<string | null>`(select p.uid from orders p where p.id = orders.parent_order_id)`,
    cell: (uid) => uid,
  }),
  addedColumn('orders'),
]
