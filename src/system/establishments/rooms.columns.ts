import { sql } from 'kysely'
import { streetLine } from '../../platform/fields/address.ts'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { roomFields } from './establishments.fields.ts'

const { shown, added } = columnsOf('rooms', roomFields)

/** Where it is: a hired room may be elsewhere than its establishment. */
const address = sql`case when rooms.city is null
  then json_build_object('street', establishments.street, 'street_no', establishments.street_no,
    'street_no_adding', establishments.street_no_adding)
  else json_build_object('street', rooms.street, 'street_no', rooms.street_no,
    'street_no_adding', rooms.street_no_adding) end`

/** What else is known of rooms, for who wants it in the list. */
export const roomColumns = [
  shown('address', { label: 'Adres', as: streetLine, of: address }),
  shown('city', { of: sql`coalesce(rooms.city, establishments.city)` }),
  shown('hired'),
  shown('hire_contact'),
  shown('option_until'),
  shown('hire_confirmed'),
  shown('active'),
  added,
]
