import { sql } from 'kysely'
import { formatDayAndHours, formatPeriod } from '../../../platform/format/format.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { selectFilter } from '../../../platform/screens/table/table-filters.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { coursesArea } from '../../catalogue/courses/rights.ts'
import { decisionColumns } from './decisions.columns.ts'
import { decisionGroups } from './decisions.groups.ts'
import { decideBy, findDeciding, isDue, listDeciding, listEnrolmentIds } from './decisions.queries.ts'
import { daysText } from './decisions.rules.ts'
import { waysToDecide } from './next.rules.ts'
import { decisionsArea } from './rights.ts'

const access = { area: decisionsArea, record: 'appointment' } as const
const HOME = '/decisions'

/** Plannings of which it has to be decided whether they go on, for want of people or as an option that ends, the most urgent first. */
export const decisionTable = table({
  ...access,
  right: 'view',
  path: HOME,
  menu: '/plannings',
  title: 'Te beslissen',
  query: (db) => listDeciding(db),
  filters: {
    due: selectFilter(
      'Wanneer',
      [
        { value: 'now', label: 'Nu beslissen' },
        { value: 'later', label: 'Later' },
      ],
      (value) => (value === 'now' ? isDue : sql`not ${isDue}`),
    ),
  },
  sorts: {
    left: { by: [decideBy], type: 'date' },
    days: { by: [sql`appointments.starts_at`], type: 'timestamptz' },
  },
  defaultSort: 'left',
  groups: decisionGroups,
  moreColumns: decisionColumns,
  columns: [
    {
      label: 'Opleiding',
      key: 'course',
      kind: 'main',
      cell: ({ course, group_id }) => ({ text: course, sub: `Planning ${group_id}` }),
    },
    {
      label: 'Datum',
      sort: 'days',
      cell: ({ starts_at, ends_at }) => {
        const [text, sub] = formatDayAndHours(starts_at, ends_at)
        return { text, sub }
      },
    },
    { label: 'Status', key: 'status', cell: (row) => ({ status: { label: row.status_label, css: row.status_css } }) },
    {
      label: 'Ingeschreven',
      key: 'enrolled',
      cell: ({ enrolled, min_count }) => ({
        text: min_count === null ? String(enrolled) : `${enrolled} van ${min_count}`,
        ...(min_count === null ? {} : { tone: enrolled < min_count ? ('warning' as const) : ('success' as const) }),
      }),
    },
    { label: 'Gereserveerd', key: 'reserved', kind: 'num', cell: ({ reserved }) => String(reserved) },
    {
      label: 'Beslissen',
      key: 'left',
      sort: 'left',
      cell: ({ days_left }) => ({ text: daysText(days_left), ...(days_left <= 0 ? { tone: 'warning' as const } : {}) }),
    },
  ],
  open: ({ id }) => `/decisions/decide/${id}`,
  empty: {
    icon: 'scale',
    title: 'Niets te beslissen',
    text: 'Een planning komt hier als haar opleiding een minimum aantal cursisten heeft, of als zij een optie met een einddatum is.',
    action: {
      label: 'Opleidingen bekijken',
      icon: 'school',
      kind: 'link',
      url: '/courses',
      area: coursesArea,
      right: 'view',
    },
  },
})

/** Whether a planning goes on: its numbers, and each way to decide. */
export const decisionPopup = popup({
  ...access,
  right: 'view',
  path: '/decisions/decide/:id',
  home: HOME,
  size: 'large',
  load: async ({ db, params }) => {
    const appointment = await getAppointment(db, params.id)
    const planning = (await findDeciding(db, params.id)) ?? null
    const movable = planning ? (await listEnrolmentIds(db, planning.id)).length : 0
    return {
      appointment,
      planning,
      movable,
      ways: planning ? waysToDecide({ ...planning, movable }) : [],
      left: planning ? daysText(planning.days_left) : '',
    }
  },
  title: ({ appointment }) => `Gaat ${appointment.course_description} door?`,
  subtitle: ({ appointment }) =>
    `Planning ${appointment.group_id} · ${formatPeriod(appointment.starts_at, appointment.ends_at)}`,
  // Until when it is an option stands below.
  status: ({ appointment, planning }) => ({
    label: planning?.status_name ?? appointment.status_label,
    css: appointment.status_color ?? appointment.status_css,
  }),
  view: 'training/decisions/decide',
  nextSteps: ({ ways }) => ways.filter(({ next }) => next),
  actions: ({ ways }) => ways.filter(({ next }) => !next),
  example: (story) => ({ params: { id: story.appointments.option } }),
})
