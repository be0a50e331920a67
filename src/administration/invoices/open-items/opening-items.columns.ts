import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { contactName } from '../../sales/sales/index.ts'
import { openingItemFields } from './opening-items.fields.ts'

const { shown, added } = columnsOf('opening_items', openingItemFields)

const daysLate = sql`case when opening_items.open <> 0 and opening_items.expires_at < current_date
  then current_date - opening_items.expires_at end`

/** What else is known of what an old system left open, for who wants it in the list. */
export const openingColumns = [
  shown('contact_id', { of: contactName }),
  shown('opening', { as: 'money' }),
  shown('paid', { label: 'Betaald sinds de start', as: 'money' }),
  shown('days_late', { label: 'Dagen te laat', as: 'number', of: daysLate }),
  shown('note', { kind: 'long' }),
  added,
]
