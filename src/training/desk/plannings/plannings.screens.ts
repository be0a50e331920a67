import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatDate, formatDayAndHours, formatShortDay } from '../../../platform/format/format.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import type { Cell } from '../../../platform/screens/models.ts'
import { table } from '../../../platform/screens/table/table.ts'
import type { Column } from '../../../platform/screens/table/table-declaration.ts'
import type { Sort } from '../../../platform/screens/table/table-query.ts'
import { importArea } from '../../../system/importing/rights.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { inCompanyNames } from '../../planning/appointments/index.ts'
import { enrolmentArea, planningsArea } from '../../rights.ts'
import { planningColumns } from './plannings.columns.ts'
import { planningFilters, whenFilter } from './filters.ts'
import { planningGroups } from './plannings.groups.ts'
import { isOfCompany, listPlannings } from './plannings.queries.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listPlannings>['execute']>>[number]

const isOver = ({ status }: Row) => status === 'cancelled' || status === 'done'

const filledOf = ({ taken, max_count }: Row): string => `${taken}/${max_count}`

/** What it is; on a phone with when, and how full it is, in one line. */
function nameOf(row: Row): Cell {
  const { course, part, parts, starts_at, ends_at } = row
  const [day, last] = [formatShortDay(starts_at), formatShortDay(ends_at)]
  const when = parts > 1 && last !== day ? `${day} t/m ${last}` : `${day}, ${formatDayAndHours(starts_at, ends_at)[1]}`
  const sub = parts > 1 ? `${parts} onderdelen` : part === course ? '' : part
  return { text: course, sub, phone: `${when} · ${filledOf(row)} bezet` }
}

/** The day and the hours; of parts on several days the first and the last day. */
function periodOf({ starts_at, ends_at, parts }: Row): Cell {
  const [text, hours] = formatDayAndHours(starts_at, ends_at)
  const last = formatDate(ends_at)
  return { text, sub: parts > 1 && last !== formatDate(starts_at) ? `t/m ${last}` : hours }
}

const columns: Column<Row>[] = [
  { label: 'Opleiding', kind: 'main', sort: 'course', cell: nameOf },
  { label: 'Datum', sort: 'starts', cell: periodOf },
  { label: 'Status', key: 'status', cell: (row) => ({ status: { label: row.status_label, css: row.status_css } }) },
  { label: 'Plaats', key: 'place', cell: (row) => row.place },
  {
    label: 'Docent',
    key: 'teachers',
    when: isPlanner,
    cell: (row) => row.teachers?.join(', ') ?? (isOver(row) ? '' : { text: 'Geen docent', tone: 'warning' }),
  },
  { label: 'Bezetting', key: 'places', cell: filledOf },
  {
    label: 'Bedrijf',
    key: 'companies',
    cell: ({ companies: given }) => inCompanyNames(given?.names ?? [], given?.others ?? 0).join(', '),
  },
  { label: 'Nummer', key: 'number', when: isPlanner, cell: (row) => String(row.group_id) },
]

const sorts: Record<string, Sort> = {
  starts: { by: [sql`appointments.starts_at`], type: 'timestamptz' },
  course: { by: [sql`courses.description collate "nl-x-icu"`] },
}

const list = {
  title: 'Planningen',
  columns,
  sorts,
  open: ({ next_id }: Row) => `/calendar/view-appointment/${next_id}`,
  rowCss: ({ status }: Row) => (status === 'cancelled' ? 'is-off' : null),
}

const plan = {
  label: 'Planning toevoegen',
  icon: 'calendar-plus',
  kind: 'popup',
  url: '/calendar/add',
  area: appointmentsArea,
  right: 'change',
} as const

/** All plannings, each once, with the filters that say what is to be done on them. */
export const planningTable = table({
  ...list,
  area: planningsArea,
  record: 'appointment',
  right: 'view',
  path: '/plannings',
  query: (db, viewer) => listPlannings(db, viewer),
  filters: planningFilters,
  groups: planningGroups,
  moreColumns: planningColumns,
  bulk: [
    {
      label: 'Bericht aan cursisten',
      icon: 'mail',
      kind: 'popup',
      url: '/messages/write/plannings',
      area: messagesArea,
      right: 'change',
    },
  ],
  defaults: { when: 'coming' },
  defaultSort: 'starts',
  actions: [{ label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=plannings', area: importArea, right: 'change' }], // prettier-ignore
  add: { ...plan, primary: true },
  addWith: ['course_id'],
  empty: {
    icon: 'calendar-event',
    title: 'Nog geen planningen',
    text: 'Een planning is één keer een opleiding, met haar onderdelen, docenten en cursisten.',
  },
})

/** Those that are given for a company, or to people of it: a tab of the company. */
export const companyPlannings = table({
  ...list,
  area: enrolmentArea,
  record: 'appointment',
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'company' },
  path: '/company/:id/plannings',
  query: (db, viewer, params) => listPlannings(db, viewer).where(isOfCompany([params.id], viewer)),
  filters: { when: whenFilter },
  defaultSort: '-starts',
  empty: {
    icon: 'calendar-event',
    title: 'Nog geen planningen',
    text: 'Hier staan de planningen voor dit bedrijf, en die met cursisten van dit bedrijf.',
  },
  example: (story) => ({ params: { id: story.companies.deLinde }, foreign: { id: story.companies.vanLoon } }),
})
