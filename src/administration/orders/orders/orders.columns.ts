import { sql } from 'kysely'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { saleLinesArea } from '../../sales/sales/rights.ts'
import { orderFields } from './orders.fields.ts'
import { deliveredText } from './orders.rules.ts'

/** Who may know what orders come to; teachers deliver them without. */
export const seesAmounts = (viewer: Viewer): boolean => may(viewer, saleLinesArea)

const { shown, named, added } = columnsOf('orders', orderFields)

/** The person of it, by name. */
const contact = sql`(select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name_prefix, ''), c.last_name)
  from contacts c where c.id = orders.contact_id)`

const delivered = sql`json_build_object('lines', orders.line_count,
  'delivered', orders.delivered_count + orders.settled_count)`

/** What else is known of orders, for who wants it in the list. */
export const orderColumns = [
  shown('contact_id', { of: contact }),
  shown('delivered', { label: 'Geleverd', as: deliveredText, of: delivered }),
  shown('base', { label: 'Excl. btw', as: 'money', when: seesAmounts }),
  shown('postal_code'),
  shown('city'),
  named('quotation_id', 'quotations', 'uid'),
  named('parent_order_id', 'orders', 'uid'),
  added,
]
