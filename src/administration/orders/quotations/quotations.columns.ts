import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { quotationFields } from './quotations.fields.ts'

const { shown, added } = columnsOf('quotations', quotationFields)

/** The person of it, by name. */
const contact = sql`(select concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name_prefix, ''), c.last_name)
  from contacts c where c.id = quotations.contact_id)`

/** What else is known of quotations, for who wants it in the list. */
export const quotationColumns = [
  shown('contact_id', { of: contact }),
  shown('base', { label: 'Excl. btw', as: 'money' }),
  shown('city'),
  shown('sent_at'),
  shown('viewed_at'),
  shown('accepted_at'),
  shown('declined_at'),
  shown('decline_reason', { as: 'text' }),
  added,
]
