import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { birthDateColumn, reachColumns } from '../../catalogue/people/index.ts'

const { shown, added } = columnsOf('code95_drivers')

const lastCounted = sql`(select max(c.counted_on) from code95_credits c where c.contact_id = code95_drivers.contact_id)`

/** What else is known of drivers, for who wants it in the list. */
export const driverColumns = [
  ...reachColumns,
  birthDateColumn,
  shown('last_counted', { label: 'Laatste cursusdag', as: 'date', of: lastCounted }),
  added,
]
