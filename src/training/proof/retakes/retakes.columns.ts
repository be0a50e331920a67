import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { partPlace } from '../../planning/appointments/index.ts'
import { reachColumns } from '../../catalogue/people/index.ts'
import { next } from './retakes.queries.ts'

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
  askedColumn({ field: 'place', label: 'Waar het was', asks: () => partPlace, cell: (place) => place }),
  askedColumn({
    field: 'group_id',
    label: 'Planningsnummer',
    asks: () => sql<number>`appointments.group_id`,
    cell: (id) => String(id),
  }),
  askedColumn({
    field: 'note',
    kind: 'long',
    asks: () => sql<string | null>`enrolments.note`,
    cell: (note) => note,
  }),
]
