import { type SqlBool, sql } from 'kysely'
import { formatDayAndHours } from '../../../platform/format/format.ts'
import { periodFilter, selectFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { todayArea } from './rights.ts'
import { listGiven } from './today.queries.ts'

const comes = sql<SqlBool>`appointments.ends_at > now()`

/** The parts that the viewer gives, with what was given before: the rows behind the own forecast. */
export const ownWorkTable = table({
  area: todayArea,
  record: 'appointment',
  right: 'view',
  path: '/today/work',
  title: 'Eigen werk',
  query: (db, viewer) => listGiven(db, viewer),
  filters: {
    when: selectFilter(
      'Wanneer',
      [
        { value: 'coming', label: 'Nog te komen' },
        { value: 'past', label: 'Geweest' },
      ],
      (value) => (value === 'coming' ? comes : sql<SqlBool>`not ${comes}`),
    ),
    starts: periodFilter('Datum', { column: sql`appointments.starts_at`, type: 'timestamptz' }),
  },
  defaults: { when: 'coming' },
  sorts: { starts: { by: [sql`appointments.starts_at`], type: 'timestamptz' } },
  defaultSort: 'starts',
  columns: [
    { label: 'Opleiding', key: 'course', kind: 'main', cell: (row) => ({ text: row.course, sub: row.description }) },
    {
      label: 'Datum',
      key: 'starts',
      sort: 'starts',
      cell: (row) => {
        const [text, sub] = formatDayAndHours(row.starts_at, row.ends_at)
        return { text, sub }
      },
    },
    { label: 'Plaats', key: 'city', cell: (row) => row.city },
    { label: 'Cursisten', key: 'students', kind: 'num', cell: (row) => row.enrolled_count },
  ],
  open: (row) => `/calendar/view-appointment/${row.id}`,
  empty: { icon: 'calendar-check', title: 'Geen eigen werk', text: 'Hier staan de onderdelen die u geeft.' },
  example: () => ({ foreign: null }),
})
