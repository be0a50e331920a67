import { sql } from 'kysely'
import { columnsOf } from '../../../../platform/screens/table/shown-columns.ts'

const { shown } = columnsOf('accounting_bookings')

/** What else is known of what is booked in a package, for who wants it in the list. */
export const bookingColumns = [
  shown('attempts', { label: 'Pogingen', as: 'count' }),
  shown('queued_at', { label: 'Klaargezet op', as: 'date', of: sql`accounting_bookings.created_at` }),
]
