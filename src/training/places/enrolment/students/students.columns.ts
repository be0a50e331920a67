import { formatDayAndHours } from '../../../../platform/format/format.ts'
import type { Cell } from '../../../../platform/screens/models.ts'
import type { Column } from '../../../../platform/screens/table/table-declaration.ts'
import { type Viewer, may } from '../../../../platform/access/viewer.ts'
import { companyText } from '../../../../relations/contacts/index.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'
import { seenBy } from '../../../planning/appointments/index.ts'
import type { listEnrolmentsOf } from './students.queries.ts'

/** Yes, no, or not filled in. */
export const result = (value: number | null): Cell =>
  value === null
    ? { text: '–', muted: true }
    : value === 1
      ? { text: 'Ja', tone: 'success' }
      : { text: 'Nee', tone: 'danger' }

interface Going {
  company_id: number | null
  company_name: string | null
  use_invoice_relation: boolean | null
  relation_name: string | null
}

/** The company of a student, for planners with who gets the invoice where that is not as agreed. */
export function companyOf(row: Going, viewer: Viewer): Cell {
  const to = row.use_invoice_relation === false ? 'de klant zelf' : row.relation_name
  const company = companyText(row)
  if (to === null || !may(viewer, enrolmentPlanningArea)) return company
  return { ...(typeof company === 'object' ? company : { text: company ?? '' }), sub: `Factuur naar ${to}` }
}

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
