import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { partPlace } from '../../planning/appointments/index.ts'

const { shown, added } = columnsOf('appointment_groups')

const decideOn = sql`((appointments.starts_at at time zone 'Europe/Amsterdam')::date - rule.decide_days)`

/** What else is known of plannings to decide about, for who wants it in the list. */
export const decisionColumns = [
  shown('decide_on', { label: 'Beslissen op', as: 'date', of: decideOn }),
  shown('place', { label: 'Plaats', as: 'text', of: partPlace }),
  shown('max_count', { label: 'Max. cursisten', as: 'number', of: sql`appointments.max_count` }),
  shown('option_until', { label: 'Optie tot en met', as: 'date' }),
  added,
]
