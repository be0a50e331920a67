import { sql } from 'kysely'
import { stateGroup } from '../../../../platform/screens/table/state-group.ts'
import { moneyUnder } from '../../../../platform/screens/table/table-groups.ts'
import { BOOKING_STATES } from './kinds.ts'

export const bookingGroups = {
  state: stateGroup({
    label: 'Stand',
    column: sql<string>`accounting_bookings.state`,
    states: BOOKING_STATES,
    sums: [moneyUnder('total', sql<number>`invoices.total`)],
  }),
}
