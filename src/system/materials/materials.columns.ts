import { type SqlBool, sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

/** What else is known of material, for who wants it in the list. */
export const materialColumns = [
  askedColumn({
    field: 'note',
    kind: 'long',
    asks: () => sql<string | null>`materials.note`,
    cell: (note) => note,
  }),
  askedColumn({
    field: 'next_outage',
    label: 'Eerstvolgend buiten gebruik',
    asks: () => sql<string | null>`(select min(o.first_day) from material_outages o
      where o.material_id = materials.id and upper(o.during) > now())`,
    cell: (day) => formatDate(day),
  }),
  askedColumn({
    field: 'active',
    asks: () => sql<SqlBool>`materials.active`,
    cell: (active) => (active ? 'Ja' : 'Nee'),
  }),
  addedColumn('materials'),
]
