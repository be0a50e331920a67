import { type SqlBool, sql } from 'kysely'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

const own = (field: 'email' | 'street' | 'street_no' | 'street_no_adding') =>
  askedColumn({
    field,
    edit: true,
    asks: () => sql<string | null>`${sql.ref(`establishments.${field}`)}::text`,
    cell: (text) => (field === 'email' && text ? { text, mail: text } : text),
  })

/** What else is known of establishments, for who wants it in the list. */
export const establishmentColumns = [
  own('email'),
  own('street'),
  own('street_no'),
  own('street_no_adding'),
  askedColumn({
    field: 'places',
    label: 'Plaatsen in lokalen',
    kind: 'num',
    asks: () => sql<number>`(select coalesce(sum(r.capacity), 0)::integer from rooms r
      where r.establishment_id = establishments.id and r.active)`,
    cell: (places) => places,
  }),
  askedColumn({
    field: 'active',
    asks: () => sql<SqlBool>`establishments.active`,
    cell: (active) => (active ? 'Ja' : 'Nee'),
  }),
  addedColumn('establishments'),
]
