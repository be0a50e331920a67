import { type SqlBool, sql } from 'kysely'
import { streetLine } from '../../platform/fields/address.ts'
import { formatDate } from '../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../platform/screens/table/table-columns.ts'

const yesNo = (field: 'hired' | 'hire_confirmed' | 'active') =>
  askedColumn({
    field,
    asks: () => sql<SqlBool>`${sql.ref(`rooms.${field}`)}`,
    cell: (holds) => (holds ? 'Ja' : 'Nee'),
  })

type Place = Parameters<typeof streetLine>[0]

/** Where it is: a hired room may be elsewhere than its establishment. */
const place = sql<Place>`case when rooms.city is null
  then json_build_object('street', establishments.street, 'street_no', establishments.street_no,
    'street_no_adding', establishments.street_no_adding)
  else json_build_object('street', rooms.street, 'street_no', rooms.street_no,
    'street_no_adding', rooms.street_no_adding) end`

/** What else is known of rooms, for who wants it in the list. */
export const roomColumns = [
  askedColumn({ field: 'address', label: 'Adres', asks: () => place, cell: (address) => streetLine(address) }),
  askedColumn({
    field: 'city',
    asks: () => sql<string | null>`coalesce(rooms.city, establishments.city)`,
    cell: (city) => city,
  }),
  yesNo('hired'),
  askedColumn({
    field: 'hire_contact',
    asks: () => sql<string | null>`rooms.hire_contact`,
    cell: (contact) => contact,
  }),
  askedColumn({
    field: 'option_until',
    asks: () => sql<string | null>`rooms.option_until`,
    cell: (day) => formatDate(day),
  }),
  yesNo('hire_confirmed'),
  yesNo('active'),
  addedColumn('rooms'),
]
