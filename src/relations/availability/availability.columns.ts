import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { contactFields, valueUnlessHidden } from '../naming/index.ts'
import { absenceFields } from './availability.fields.ts'
import { plansForAll } from './availability.queries.ts'

const { shown, added } = columnsOf('absences', absenceFields)

/** The office calls who is not there. */
const mobile = columnsOf('contacts', contactFields).shown('mobile_phone', {
  when: (viewer) => plansForAll(viewer),
  of: () => valueUnlessHidden('mobile_phone'),
})

// Who is away until further notice has no number of days yet.
const days = sql`(absences.last_day - absences.first_day + 1)`

/** What else is known of absences, for who wants it in the list. */
export const absenceColumns = [
  shown('last_day'),
  shown('days', { label: 'Kalenderdagen', as: 'count', of: days }),
  mobile,
  added,
]

export const freeDayColumns = [mobile, columnsOf('free_days').added]
export const workingWeekColumns = [mobile, columnsOf('working_weeks').added]
