import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { establishmentFields } from './establishments.fields.ts'

const { shown, added } = columnsOf('establishments', establishmentFields)

const places = sql`(select coalesce(sum(r.capacity), 0)::integer from rooms r
  where r.establishment_id = establishments.id and r.active)`

/** What else is known of establishments, for who wants it in the list. */
export const establishmentColumns = [
  shown('email', { edit: true }),
  shown('street', { edit: true }),
  shown('street_no', { edit: true }),
  shown('street_no_adding', { edit: true }),
  shown('places', { label: 'Plaatsen in lokalen', as: 'number', of: places }),
  shown('active'),
  added,
]
