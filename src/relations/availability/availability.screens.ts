import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { page } from '../../platform/screens/page.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import type { OwnExample } from '../../platform/screens/screen.ts'
import { selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { table } from '../../platform/screens/table/table.ts'
import { fullName } from '../contacts/index.ts'
import { addAbsence, deleteAbsence, editAbsence } from './availability.commands.ts'
import { absenceColumns } from './availability.columns.ts'
import { absenceFields } from './availability.fields.ts'
import { AbsenceEditForm, AbsenceForm } from './availability.forms.ts'
import { absenceGroups } from './availability.groups.ts'
import { byPerson, getAbsence, listAbsences, personChoice, personText, plansForAll } from './availability.queries.ts'
import { awayText } from '../../system/occupations/index.ts'
import { availabilityArea } from './rights.ts'

const HOME = '/availability'
const access = { area: availabilityArea, record: 'absence' } as const
/** The own one of the teacher, and somebody else's. */
const ofOwn: OwnExample = (story, role) => ({
  params: { id: role === ROLE.teacher ? story.absences.teacher : story.absences.otherTeacher },
  foreign: { id: story.absences.otherTeacher },
})

/** Who is away when, the days off that come back, and working hours: of all for the office, the own ones for a teacher. */
export const availabilityPage = page({
  area: availabilityArea,
  // Its tables have a scope each.
  record: null,
  right: 'view',
  path: HOME,
  title: 'Beschikbaarheid',
  view: 'relations/availability/page',
  load: ({ viewer }) => ({ forAll: plansForAll(viewer), mayReplace: plansForAll(viewer, 'change') }),
})

const isOver = sql<SqlBool>`upper(absences.during) <= now()`
const forOffice = (viewer: Viewer) => plansForAll(viewer)

export const absenceTable = table({
  ...access,
  right: 'view',
  path: '/availability/absences',
  title: 'Afwezig',
  query: (db) => listAbsences(db),
  filters: {
    search: textFilter('Persoon', { text: personText }),
    when: selectFilter(
      'Wanneer',
      [
        { value: 'coming', label: 'Nu en later' },
        { value: 'past', label: 'Voorbij' },
      ],
      (value) => (value === 'past' ? isOver : sql<SqlBool>`(${isOver}) is not true`),
    ),
  },
  sorts: {
    person: { by: byPerson },
    first_day: { by: [sql`absences.first_day`], type: 'date' },
  },
  defaultSort: '-first_day',
  groups: absenceGroups,
  moreColumns: absenceColumns,
  columns: [
    { label: 'Periode', kind: 'main', sort: 'first_day', cell: (row) => awayText(row) },
    { field: 'contact_id', sort: 'person', when: forOffice, cell: (row) => fullName(row) },
    { field: 'kind', when: forOffice, cell: (row) => absenceFields.kind.options?.[row.kind] ?? '' },
    { field: 'reason', when: forOffice, cell: (row) => row.reason },
  ],
  rowCss: (row) => (row.is_past ? 'is-off' : null),
  open: (row) => `/availability/absence/${row.id}`,
  add: {
    label: 'Afwezigheid toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/availability/absence/add',
    primary: true,
    area: availabilityArea,
    right: 'change',
  },
  empty: (viewer) => ({
    icon: 'calendar-off',
    title: 'Niemand is afwezig',
    text: plansForAll(viewer)
      ? 'Meld wie er niet is; bij het plannen is dat dan te zien.'
      : 'Geef op wanneer u er niet bent; de planner ziet dat bij het plannen.',
  }),
  example: () => ({ foreign: null }),
})

export const absenceForms = recordForms({
  ...access,
  label: 'Afwezigheid',
  path: '/availability/absence',
  home: HOME,
  size: 'medium',
  view: 'relations/availability/absence',
  formRecords: { contact_id: 'contact' },
  name: 'absence',
  add: {
    alsoRecords: { contact_id: 'contact' },
    query: z.object({ contact_id: id.optional().catch(undefined) }),
    form: AbsenceForm,
    load: async ({ db, viewer, query }) => ({
      absence: null,
      forAll: plansForAll(viewer, 'change'),
      person: plansForAll(viewer, 'change') ? await personChoice(db, query.contact_id) : null,
    }),
    save: ({ trx, viewer, form }) => addAbsence(trx, viewer, form),
    example: (story, role) => ({
      form: {
        ...(role === ROLE.teacher ? {} : { contact_id: story.contacts.otherTeacher }),
        first_day: '01-02-2027',
        last_day: '05-02-2027',
      },
      query: { contact_id: '' },
      foreign: { contact_id: story.contacts.otherTeacher },
    }),
  },
  edit: {
    path: '/availability/absence/:id',
    load: async ({ db, viewer, params }) => {
      const absence = await getAbsence(db, params.id)
      const forAll = plansForAll(viewer, 'change')
      // Who may not know why is not sent it either.
      return {
        absence: forAll ? absence : { ...absence, kind: '', reason: null },
        forAll,
        person: { id: absence.contact_id, label: fullName(absence) },
      }
    },
    subtitle: ({ person }) => person.label,
    form: AbsenceEditForm,
    options: ({ absence, forAll }) => [
      ...(forAll
        ? [
            {
              label: 'Onderdelen overdragen',
              icon: 'users',
              kind: 'popup' as const,
              url: `/replacements/of/${absence.id}`,
            },
          ]
        : []),
      deleteOption('/availability/absence/delete', { type: 'absence', id: absence.id }, availabilityArea),
    ],
    save: ({ trx, viewer, params, form }) => editAbsence(trx, viewer, params.id, form),
    example: (story, role) => ({ ...ofOwn(story, role)!, form: { last_day: '01-01-2030' } }),
  },
  delete: {
    remove: deleteAbsence,
    example: (story, role) => ({
      form: { id: role === ROLE.teacher ? story.absences.teacher : story.absences.otherTeacher },
      foreign: { id: story.absences.otherTeacher },
    }),
  },
})
