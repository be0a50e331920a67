import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { partPlace } from '../../planning/appointments/index.ts'
import { reachColumns } from '../../catalogue/people/index.ts'
import { next } from './retakes.queries.ts'

const { shown } = columnsOf('appointments')

/** What else is known of who is to be planned again, for who wants it in the list. */
export const retakeColumns = [
  ...reachColumns,
  askedColumn({
    field: 'next_part',
    label: 'Eerste planning met plaats',
    asks: () => sql<{ id: number; at: string } | null>`(select json_build_object('id', b.id, 'at', b.starts_at)
      from appointments b where b.id = ${next})`,
    cell: (part) =>
      part ? { text: formatDate(new Date(part.at)), popup: `/calendar/view-appointment/${part.id}` } : null,
  }),
  shown('place', { label: 'Waar het was', as: 'text', of: partPlace }),
  shown('group_id', { label: 'Planningsnummer', as: 'id', kind: 'text' }),
  askedColumn({ field: 'note', kind: 'long', asks: () => sql<string | null>`enrolments.note`, cell: (note) => note }),
]
