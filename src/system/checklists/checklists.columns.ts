import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { checklistFields } from './checklists.fields.ts'

const { shown, added } = columnsOf('checklists', checklistFields)

const lastFilled = sql`(select max(s.updated_at) from checklist_submissions s where s.checklist_id = checklists.id)`

/** What else is known of checklists, for who wants it in the list. */
export const checklistColumns = [
  shown('last_filled', { label: 'Laatst ingevuld', as: 'date', of: lastFilled }),
  shown('norm'),
  shown('active'),
  added,
]
