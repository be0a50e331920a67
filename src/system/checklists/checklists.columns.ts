import { type SqlBool, sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

/** What else is known of checklists, for who wants it in the list. */
export const checklistColumns = [
  askedColumn({
    field: 'last_filled',
    label: 'Laatst ingevuld',
    asks: () => sql<Date | null>`(select max(s.updated_at) from checklist_submissions s
      where s.checklist_id = checklists.id)`,
    cell: (at) => formatDate(at),
  }),
  askedColumn({
    field: 'active',
    asks: () => sql<SqlBool>`checklists.active`,
    cell: (active) => (active ? 'Ja' : 'Nee'),
  }),
  addedColumn('checklists'),
]
