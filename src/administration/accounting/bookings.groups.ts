import { sql } from 'kysely'
import { formatMoney } from '../../platform/format/format.ts'
import { stateGroup } from '../../platform/screens/state-group.ts'
import { BOOKING_STATES } from './bookings.list.ts'

export const bookingGroups = {
  state: stateGroup({
    label: 'Stand',
    column: sql<string>`accounting_bookings.state`,
    states: Object.fromEntries(Object.entries(BOOKING_STATES).map(([key, { label }]) => [key, label])),
    sums: [{ of: sql<number>`invoices.total`, text: formatMoney }],
  }),
}
