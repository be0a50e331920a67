import { formatDayAndHours } from '../../platform/format/format.ts'
import type { Cell } from '../../platform/screens/models.ts'
import type { Column } from '../../platform/screens/table-declaration.ts'
import { seenBy } from '../appointments/index.ts'
import type { listEnrolmentsOf } from './students.queries.ts'

/** Yes, no, or not filled in. */
export const result = (value: number | null): Cell =>
  value === null
    ? { text: '–', muted: true }
    : value === 1
      ? { text: 'Ja', tone: 'success' }
      : { text: 'Nee', tone: 'danger' }

type Enrolled = Awaited<ReturnType<ReturnType<typeof listEnrolmentsOf>['execute']>>[number]

/** What somebody is enrolled in; the part where it is called otherwise than the course. */
export const course = (row: Enrolled): Cell => ({
  text: row.course_description,
  ...(row.description === row.course_description ? {} : { sub: row.description }),
})

/** When that is, how it stands, and what came of it. */
export const outcomeColumns = <Row extends Enrolled>(): Column<Row>[] => [
  {
    label: 'Datum',
    sort: 'date',
    cell: (row) => {
      const [text, sub] = formatDayAndHours(row.starts_at, row.ends_at)
      return { text, sub }
    },
  },
  {
    label: 'Status',
    when: (viewer) => seenBy(viewer).staff,
    cell: (row) => ({ status: { label: row.status_label, css: row.status_css } }),
  },
  { field: 'present', cell: (row) => result(row.present) },
  { field: 'passed', cell: (row) => result(row.passed) },
  { label: 'Planning', when: (viewer) => seenBy(viewer).planner, cell: (row) => String(row.group_id) },
]
