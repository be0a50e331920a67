import { type RepeatUnit, lengthText } from '../../../platform/format/repeats.ts'
import { sql, type SqlBool } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { languageName } from '../../../platform/format/languages.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { activeOption, deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { selectFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { importArea } from '../../../system/importing/rights.ts'
import { listAlternatives } from './alternatives.queries.ts'
import { pricesArea } from '../../../administration/catalogue/products/rights.ts'
import { checklistsArea } from '../../../system/checklists/rights.ts'
import { listComponents } from './components.queries.ts'
import { courseFields } from './courses.fields.ts'
import { byDescription, getCourse, listCourses, listRefreshedBy, searchedCourses } from './courses.queries.ts'
import {
  VALIDITY_BASES,
  type ValidityBasis,
  courseDays,
  formatDuration,
  formatValidity,
  kindOf,
} from './courses.rules.ts'
import { courseColumns } from './courses.columns.ts'
import { courseGroups } from './courses.groups.ts'
import { coursesArea } from './rights.ts'

const { active, online } = courseFields
const HOME = '/courses'
const access = { area: coursesArea, record: 'course' } as const
const yesNo = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

export const courseTable = table({
  ...access,
  right: 'view',
  path: '/courses',
  title: 'Opleidingen',
  query: (db) => listCourses(db),
  filters: {
    search: textFilter('Zoeken', searchedCourses),
    active: selectFilter(active.label, yesNo, (value) =>
      value === 'yes' ? sql<SqlBool>`courses.active` : sql<SqlBool>`not courses.active`,
    ),
    online: selectFilter(online.label, yesNo, (value) => sql<SqlBool>`courses.online = ${value === 'yes'}`),
  },
  defaults: { active: 'yes' },
  sorts: {
    description: { by: [byDescription] },
    code: { by: [sql`courses.code collate "nl-x-icu"`] },
    max_count: { by: [sql`courses.max_count`], type: 'bigint' },
    // Without an end date is longer than any.
    validity: { by: [sql`coalesce(courses.validity_months, 1000)`], type: 'bigint' },
  },
  defaultSort: 'description',
  columns: [
    { field: 'description', kind: 'main', sort: 'description', cell: (course) => course.description },
    { field: 'code', edit: true, sort: 'code', cell: (course) => course.code },
    { label: 'Soort', key: 'kind', cell: (course) => kindOf(course.online) },
    { field: 'max_count', edit: true, kind: 'num', sort: 'max_count', cell: (course) => course.max_count },
    { field: 'validity_months', sort: 'validity', cell: (course) => formatValidity(course.validity_months) },
    { field: 'components', kind: 'num', cell: (course) => course.component_count },
  ],
  open: (course) => `/course/view/${course.id}`,
  rowCss: (course) => (course.active ? null : 'is-off'),
  moreColumns: courseColumns,
  groups: courseGroups,
  edits: { url: '/courses/cell', area: coursesArea },
  actions: [{ label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=courses', area: importArea, right: 'change' }], // prettier-ignore
  bulk: [
    {
      label: 'Veld wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: '/courses/bulk/field',
      area: coursesArea,
      right: 'change',
    },
    {
      label: 'Deactiveren',
      icon: 'ban',
      kind: 'popup',
      url: '/courses/bulk/deactivate',
      danger: true,
      area: coursesArea,
      right: 'change',
    },
  ],
  add: {
    label: 'Opleiding toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/course/add',
    primary: true,
    area: coursesArea,
    right: 'change',
  },
  empty: {
    icon: 'school',
    title: 'Nog geen opleidingen',
    text: 'Wat u hier toevoegt, plant u in de agenda. Het filter Actief toont ook wat niet meer gegeven wordt.',
  },
  example: () => ({}),
})

export const courseView = popup({
  ...access,
  right: 'view',
  path: '/course/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const course = await getCourse(db, params.id)
    const [components, refreshedBy, alternatives] = await Promise.all([
      listComponents(db, params.id),
      listRefreshedBy(db, params.id),
      listAlternatives(db, params.id).execute(),
    ])
    const days = courseDays(components)
    return {
      course,
      refreshedBy,
      alternatives,
      seesChecklists: may(viewer, checklistsArea),
      seesPrices: may(viewer, pricesArea),
      kind: kindOf(course.online),
      language: course.language === null ? null : languageName(course.language),
      validity: formatValidity(course.validity_months),
      basis: course.validity_months === null ? null : VALIDITY_BASES[course.validity_basis as ValidityBasis],
      repeat:
        course.repeat_after === null
          ? null
          : lengthText({ count: course.repeat_after, unit: course.repeat_unit as RepeatUnit }),
      total: formatDuration(components.reduce((sum, component) => sum + component.duration_minutes, 0)),
      components: components.map((component, i) => ({
        ...component,
        day: days[i]!,
        duration: formatDuration(component.duration_minutes),
      })),
    }
  },
  title: ({ course }) => course.description,
  subtitle: ({ course, kind }) => `Opleiding · ${course.code} · ${kind}`,
  status: ({ course }) =>
    course.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Niet actief', css: 'st-concept' },
  actions: ({ course }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/course/edit/${course.id}`,
      primary: true,
      area: coursesArea,
      right: 'change',
    },
  ],
  options: ({ course }) => [
    activeOption({
      active: course.active,
      url: course.active ? `/course/deactivate/${course.id}` : `/course/activate/${course.id}`,
      area: coursesArea,
      confirm: deactivation(course.description),
    }),
    deleteOption('/course/delete', { type: 'course', id: course.id }, coursesArea),
  ],
  footnote: ({ course }) => `Laatst gewijzigd op ${formatDateTime(course.updated_at)}`,
  layout: 'tabs',
  rail: { todo: () => [] },
  parts: [
    { key: 'overview', label: 'Overzicht', icon: 'school', view: 'training/courses/overview' },
    {
      key: 'components',
      label: courseFields.components.label,
      icon: 'list-details',
      view: 'training/courses/components',
      count: ({ components }) => components.length,
    },
    {
      key: 'alternatives',
      label: courseFields.alternatives.label,
      icon: 'arrows-split-2',
      url: ({ course }) => `/courses/${course.id}/alternatives?embed=1`,
      count: ({ alternatives }) => alternatives.length,
      filled: ({ alternatives }) => alternatives.length > 0,
    },
  ],
  example: (story) => ({ params: { id: story.courses.bhv } }),
})

/** What deactivating leaves as it is, and so what to look at first (T-114). */
function deactivation(description: string): string {
  return `Weet u zeker dat u ${description} wilt deactiveren? Controleer eerst de planning, de herhalingen en de alternatieven: die blijven naar deze opleiding verwijzen.`
}
