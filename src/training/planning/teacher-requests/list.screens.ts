import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { formatCount, formatPeriod } from '../../../platform/format/format.ts'
import { permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { selectFilter, selectorFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { planningsArea } from '../../rights.ts'
import { lackingColumns } from './list.columns.ts'
import { lackingGroups } from './list.groups.ts'
import { applied, asked, listLacking } from './list.queries.ts'
import { teacherSearchArea } from './rights.ts'
import { neededText } from './words.rules.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listLacking>['execute']>>[number]

const WHAT: Record<string, { label: string; holds: ReturnType<typeof sql<SqlBool>> }> = {
  applications: { label: 'Met aanmeldingen', holds: sql<SqlBool>`${applied} > 0` },
  asked: { label: 'Docenten gevraagd', holds: sql<SqlBool>`${asked} > 0` },
  unasked: { label: 'Nog niemand gevraagd', holds: sql<SqlBool>`${asked} = 0 and ${applied} = 0` },
}

/** How it stands, in words. */
const standText = (row: Row): { text: string; sub?: string; muted?: boolean } => {
  const texts = [
    row.applied > 0 && formatCount(row.applied, 'aanmelding', 'aanmeldingen'),
    row.asked > 0 && `${formatCount(row.asked, 'docent', 'docenten')} gevraagd`,
  ].filter((text) => text !== false)
  if (texts.length > 0) return { text: texts.join(', ') }
  return row.why === null ? { text: 'Nog niemand gevraagd', muted: true } : { text: 'Niemand gevonden', sub: row.why }
}

const rowActions = (row: Row, viewer: Viewer) =>
  permittedActions(
    viewer,
    row.asked > 0 || row.there >= row.needed
      ? []
      : [
          {
            label: 'Docenten vragen',
            icon: 'user-question',
            kind: 'popup',
            url: `/teacher-requests/ask/${row.id}`,
            area: teacherSearchArea,
            right: 'change',
          },
        ],
  )

/** Coming parts that lack teachers, with who was asked for them and who applied. */
export const lackingTable = table({
  area: teacherSearchArea,
  record: 'appointment',
  right: 'view',
  path: '/teacher-requests',
  title: 'Docenten gezocht',
  query: (db) => listLacking(db),
  filters: {
    search: textFilter('Zoeken', {
      text: sql<string>`normalise(courses.description || ' ' || appointments.description)`,
    }),
    what: selectFilter(
      'Wat',
      Object.entries(WHAT).map(([value, { label }]) => ({ value, label })),
      (value) => WHAT[value]!.holds,
    ),
    course_id: selectorFilter('Opleiding', 'course', (ids) => sql`appointment_groups.course_id = any(${ids})`),
  },
  sorts: { starts_at: { by: [sql`appointments.starts_at`], type: 'timestamptz' } },
  defaultSort: 'starts_at',
  groups: lackingGroups,
  moreColumns: lackingColumns,
  columns: [
    {
      label: 'Onderdeel',
      key: 'part',
      kind: 'main',
      cell: (row) => ({
        text: row.course,
        sub:
          row.course === row.description ? `Planning ${row.group_id}` : `${row.description}, planning ${row.group_id}`,
      }),
    },
    { label: 'Wanneer', key: 'when', sort: 'starts_at', cell: (row) => formatPeriod(row.starts_at, row.ends_at) },
    { label: 'Docenten', key: 'needed', cell: (row) => neededText(row) },
    { label: 'Stand', key: 'stand', cell: (row) => standText(row) },
  ],
  open: (row) => `/calendar/view-appointment/${row.id}?item=teachers`,
  rowActions,
  empty: {
    icon: 'user-check',
    title: 'Elk onderdeel heeft zijn docenten',
    text: 'Onderdelen die een docent missen, staan hier met wie ervoor is gevraagd.',
    action: { label: 'Planningen bekijken', icon: 'calendar-check', kind: 'link', url: '/plannings', area: planningsArea, right: 'view' }, // prettier-ignore
  },
  example: () => ({ foreign: null }),
})
