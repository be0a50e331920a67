import { sql } from 'kysely'
import { formatDate, formatNumber } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'
import { contactFields, valueUnlessHidden } from '../naming/index.ts'
import { plansForAll } from './availability.queries.ts'

/** The office calls who is not there. */
const mobile = askedColumn({
  field: 'mobile_phone',
  label: contactFields.mobile_phone.label,
  when: (viewer) => plansForAll(viewer),
  asks: () => valueUnlessHidden('mobile_phone'),
  cell: (phone) => (phone ? { text: phone, tel: phone } : null),
})

/** What else is known of absences, for who wants it in the list. */
export const absenceColumns = [
  askedColumn({ field: 'last_day', asks: () => sql<string | null>`absences.last_day`, cell: (day) => formatDate(day) }),
  askedColumn({
    field: 'days',
    label: 'Kalenderdagen',
    kind: 'num',
    asks: () => sql<number | null>`(absences.last_day - absences.first_day + 1)`,
    // Who is away until further notice has no number of days yet.
    cell: (days) => (days === null ? null : formatNumber(days)),
  }),
  mobile,
  addedColumn('absences'),
]

export const freeDayColumns = [mobile, addedColumn('free_days')]
export const workingWeekColumns = [mobile, addedColumn('working_weeks')]
