import { sql } from 'kysely'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { materialFields } from './materials.fields.ts'

const { shown, added } = columnsOf('materials', materialFields)

const nextOutage = sql`(select min(o.first_day) from material_outages o
  where o.material_id = materials.id and upper(o.during) > now())`

/** What else is known of material, for who wants it in the list. */
export const materialColumns = [
  shown('note'),
  shown('next_outage', { label: 'Eerstvolgend buiten gebruik', as: 'date', of: nextOutage }),
  shown('active'),
  added,
]
