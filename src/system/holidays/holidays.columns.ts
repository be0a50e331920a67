import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'

const { shown, added } = columnsOf('closing_days')

const days = sql`(closing_days.last_day - closing_days.first_day + 1)`

/** What else is known of closing days, for who wants it in the list. */
export const closingDayColumns = [shown('days', { label: 'Dagen', as: 'number', of: days }), added]
