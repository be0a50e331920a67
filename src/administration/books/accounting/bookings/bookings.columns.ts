import { sql } from 'kysely'
import { formatDate, formatNumber } from '../../../../platform/format/format.ts'
import { askedColumn } from '../../../../platform/screens/table/table-columns.ts'

/** What else is known of what is booked in a package, for who wants it in the list. */
export const bookingColumns = [
  askedColumn({
    field: 'attempts',
    label: 'Pogingen',
    kind: 'num',
    asks: () => sql<number>`accounting_bookings.attempts`,
    cell: (attempts) => formatNumber(attempts),
  }),
  askedColumn({
    field: 'queued_at',
    label: 'Klaargezet op',
    asks: () => sql<Date>`accounting_bookings.created_at`,
    cell: (at) => formatDate(at),
  }),
]
