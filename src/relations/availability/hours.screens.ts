import { sql } from 'kysely'
import * as z from 'zod'
import { formatDate } from '../../platform/format/format.ts'
import { ROLE } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { textFilter } from '../../platform/screens/table/table-filters.ts'
import { table } from '../../platform/screens/table/table.ts'
import { fullName } from '../contacts/index.ts'
import {
  addFreeDay,
  addWorkingWeek,
  deleteFreeDay,
  deleteWorkingWeek,
  editFreeDay,
  editWorkingWeek,
} from './availability.commands.ts'
import { freeDayColumns, workingWeekColumns } from './availability.columns.ts'
import { FreeDayEditForm, FreeDayForm, WorkingWeekEditForm, WorkingWeekForm } from './availability.forms.ts'
import { freeDayGroups, workingWeekGroups } from './availability.groups.ts'
import {
  byPerson,
  getFreeDay,
  getWorkingWeek,
  listFreeDays,
  listWorkingWeeks,
  personChoice,
  personText,
  plansForAll,
  weekOf,
} from './availability.queries.ts'
import { repeatText, weekText } from './availability.rules.ts'
import { availabilityArea } from './rights.ts'

const HOME = '/availability'
const ofDay = { area: availabilityArea, record: 'free_day' } as const
const ofWeek = { area: availabilityArea, record: 'working_week' } as const
const search = textFilter('Persoon', { text: personText })
const forOffice = (viewer: Viewer) => plansForAll(viewer)
const personQuery = z.object({ contact_id: id.optional().catch(undefined) })
const adding = { kind: 'popup', icon: 'plus', primary: true, area: availabilityArea, right: 'change' } as const

export const freeDayTable = table({
  ...ofDay,
  right: 'view',
  path: '/availability/free-days',
  title: 'Vaste vrije dagen',
  query: (db) => listFreeDays(db),
  filters: { search },
  sorts: { person: { by: byPerson }, first_day: { by: [sql`free_days.first_day`], type: 'date' } },
  defaultSort: 'first_day',
  groups: freeDayGroups,
  moreColumns: freeDayColumns,
  columns: [
    { label: 'Dag', key: 'day', kind: 'main', cell: (row) => repeatText(row.first_day, row.every_weeks) },
    { field: 'contact_id', sort: 'person', when: forOffice, cell: (row) => fullName(row) },
    { field: 'first_day', sort: 'first_day', cell: (row) => formatDate(row.first_day) },
    { field: 'last_day', cell: (row) => formatDate(row.last_day) },
  ],
  rowCss: (row) => (row.is_past ? 'is-off' : null),
  open: (row) => `/availability/free-day/${row.id}`,
  add: { ...adding, label: 'Vrije dag toevoegen', url: '/availability/free-day/add' },
  empty: {
    icon: 'calendar-repeat',
    title: 'Geen vaste vrije dagen',
    text: 'Een dag die elke week, of om de week, vrij is.',
  },
  example: () => ({ foreign: null }),
})

export const freeDayForms = recordForms({
  ...ofDay,
  label: 'Vrije dag',
  path: '/availability/free-day',
  home: HOME,
  size: 'medium',
  view: 'relations/availability/free-day',
  formRecords: { contact_id: 'contact' },
  name: 'free',
  add: {
    alsoRecords: { contact_id: 'contact' },
    query: personQuery,
    form: FreeDayForm,
    load: async ({ db, viewer, query }) => ({
      free: null,
      forAll: plansForAll(viewer, 'change'),
      person: plansForAll(viewer, 'change') ? await personChoice(db, query.contact_id) : null,
    }),
    save: ({ trx, viewer, form }) => addFreeDay(trx, viewer, form),
    example: (story, role) => ({
      form: { ...(role === ROLE.teacher ? {} : { contact_id: story.contacts.otherTeacher }), first_day: '05-02-2027' },
      query: { contact_id: '' },
      foreign: { contact_id: story.contacts.otherTeacher },
    }),
  },
  edit: {
    path: '/availability/free-day/:id',
    load: async ({ db, viewer, params }) => {
      const free = await getFreeDay(db, params.id)
      return { free, forAll: plansForAll(viewer, 'change'), person: { id: free.contact_id, label: fullName(free) } }
    },
    subtitle: ({ person }) => person.label,
    form: FreeDayEditForm,
    save: ({ trx, viewer, params, form }) => editFreeDay(trx, viewer, params.id, form),
    example: (story, role) => ({
      params: { id: role === ROLE.teacher ? story.freeDays.teacher : story.freeDays.otherTeacher },
      form: { last_day: '01-01-2031' },
      foreign: { id: story.freeDays.otherTeacher },
    }),
  },
  delete: {
    remove: deleteFreeDay,
    example: (story, role) => ({
      form: { id: role === ROLE.teacher ? story.freeDays.teacher : story.freeDays.otherTeacher },
      foreign: { id: story.freeDays.otherTeacher },
    }),
  },
})

export const workingWeekTable = table({
  ...ofWeek,
  right: 'view',
  path: '/availability/hours',
  title: 'Werktijden',
  query: (db) => listWorkingWeeks(db),
  filters: { search },
  sorts: { person: { by: byPerson }, first_day: { by: [sql`working_weeks.first_day`], type: 'date' } },
  defaultSort: 'first_day',
  groups: workingWeekGroups,
  moreColumns: workingWeekColumns,
  columns: [
    { field: 'days', kind: 'main', cell: (row) => weekText(row.hours) },
    { field: 'contact_id', sort: 'person', when: forOffice, cell: (row) => fullName(row) },
    { field: 'first_day', sort: 'first_day', cell: (row) => formatDate(row.first_day) },
    { field: 'last_day', cell: (row) => formatDate(row.last_day) },
  ],
  rowCss: (row) => (row.is_past ? 'is-off' : null),
  open: (row) => `/availability/hours/${row.id}`,
  add: { ...adding, label: 'Werktijden toevoegen', url: '/availability/hours/add' },
  empty: { icon: 'clock', title: 'Geen werktijden', text: 'Wie geen werktijden heeft, kan altijd gepland worden.' },
  example: () => ({ foreign: null }),
})

/** What the form begins with: a working week. */
const USUAL = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:30' }))

export const workingWeekForms = recordForms({
  ...ofWeek,
  label: 'Werktijden',
  path: '/availability/hours',
  home: HOME,
  size: 'medium',
  view: 'relations/availability/hours',
  formRecords: { contact_id: 'contact' },
  name: 'week',
  add: {
    alsoRecords: { contact_id: 'contact' },
    query: personQuery,
    form: WorkingWeekForm,
    load: async ({ db, viewer, query }) => ({
      week: null,
      days: weekOf(USUAL),
      forAll: plansForAll(viewer, 'change'),
      person: plansForAll(viewer, 'change') ? await personChoice(db, query.contact_id) : null,
    }),
    save: ({ trx, viewer, form }) => addWorkingWeek(trx, viewer, form),
    example: (story, role) => ({
      form: {
        ...(role === ROLE.teacher ? {} : { contact_id: story.contacts.otherTeacher }),
        first_day: '01-01-2035',
        last_day: '31-12-2035',
      },
      query: { contact_id: '' },
      foreign: { contact_id: story.contacts.otherTeacher },
    }),
  },
  edit: {
    path: '/availability/hours/:id',
    load: async ({ db, viewer, params }) => {
      const week = await getWorkingWeek(db, params.id)
      return {
        week,
        days: weekOf(week.hours),
        forAll: plansForAll(viewer, 'change'),
        person: { id: week.contact_id, label: fullName(week) },
      }
    },
    subtitle: ({ person }) => person.label,
    form: WorkingWeekEditForm,
    save: ({ trx, viewer, params, form }) => editWorkingWeek(trx, viewer, params.id, form),
    example: (story, role) => ({
      params: { id: role === ROLE.teacher ? story.workingWeeks.teacher : story.workingWeeks.otherTeacher },
      form: { last_day: '01-01-2031' },
      foreign: { id: story.workingWeeks.otherTeacher },
    }),
  },
  delete: {
    remove: deleteWorkingWeek,
    example: (story, role) => ({
      form: { id: role === ROLE.teacher ? story.workingWeeks.teacher : story.workingWeeks.otherTeacher },
      foreign: { id: story.workingWeeks.otherTeacher },
    }),
  },
})
