import { sql } from 'kysely'
import { ROLE } from '../../../../platform/access/roles.ts'
import { formatDate, initialsOf } from '../../../../platform/format/format.ts'
import { isStaff, may, type Viewer } from '../../../../platform/access/viewer.ts'
import { messagesArea } from '../../../../platform/mail/rights.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { type GuardedAction, permittedActions } from '../../../../platform/screens/popup/guarded-actions.ts'
import type { Cell } from '../../../../platform/screens/models.ts'
import type { OwnExample } from '../../../../platform/screens/screen.ts'
import { table } from '../../../../platform/screens/table/table.ts'
import type { Sort } from '../../../../platform/screens/table/table-query.ts'
import { textFilter } from '../../../../platform/screens/table/table-filters.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { contactsArea } from '../../../../relations/contacts/rights.ts'
import { appointmentNotesArea, appointmentsArea } from '../../../planning/appointments/rights.ts'
import { enrolmentArea, enrolmentPlanningArea, resultsArea } from '../../../rights.ts'
import { enrolmentFields } from '../enrolment.fields.ts'
import { companyOf, course, outcomeColumns, result } from './students.columns.ts'
import { listEnrolmentsFor, listEnrolmentsOf, listStudents, studentSorts } from './students.queries.ts'
import { listReservations } from '../reservations/reservations.queries.ts'

const ofPart: OwnExample = (story) => ({
  params: { id: story.appointments.coming },
  foreign: { id: story.appointments.foreign },
})

/** Yes or no of a student in a part, chosen here by who fills in results, as soon as there can be any. */
function chosen(
  row: { known: boolean; contact_id: number; appointment_id: number; present: number | null; passed: number | null },
  field: 'present' | 'passed',
  name: string,
  viewer: Viewer,
): Cell {
  if (!row.known || !may(viewer, resultsArea, 'change')) return result(row[field])
  return {
    choice: {
      url: `/calendar/results/${row.appointment_id}`,
      name: `${field}_students[${row.contact_id}-${row.appointment_id}]`,
      value: row[field] as 0 | 1 | null,
      label: `${enrolmentFields[field].label}, ${name}`,
    },
  }
}

/** The ways out of a part, for some of its students or for one. */
const unsubscribe = {
  label: 'Uitschrijven',
  icon: 'user-minus',
  kind: 'popup',
  url: '/calendar/unsubscribeStudents',
  danger: true,
  area: enrolmentArea,
  right: 'change',
} as const
const moveStudents = {
  label: 'Cursisten verplaatsen',
  icon: 'calendar-share',
  kind: 'popup',
  url: '/calendar/moveStudents',
  area: enrolmentPlanningArea,
  right: 'change',
} as const
const leave = (row: { appointment_id: number; contact_id: number }) =>
  ({
    label: 'Uitschrijven',
    icon: 'user-minus',
    kind: 'popup',
    url: `/calendar/cancelEnrollment/${row.appointment_id}?id=${row.contact_id}`,
    danger: true,
    area: enrolmentArea,
    right: 'change',
  }) as const
/** As long as it is still to come somebody else can take the place. */
const replaceStudent = (row: { appointment_id: number; contact_id: number; starts_at: Date }): GuardedAction[] =>
  row.starts_at <= new Date()
    ? []
    : [
        {
          label: 'Vervangen',
          icon: 'switch-horizontal',
          kind: 'popup',
          url: `/calendar/replaceStudent/${row.appointment_id}?id=${row.contact_id}`,
          area: enrolmentArea,
          right: 'change',
        },
      ]
/** Who gets the invoice of it, chosen otherwise. */
const invoiceTo = (row: { appointment_id: number; contact_id: number }) =>
  ({
    label: 'Factuur naar',
    icon: 'file-invoice',
    kind: 'popup',
    url: `/calendar/invoiceTo/${row.appointment_id}/${row.contact_id}`,
    area: enrolmentPlanningArea,
    right: 'change',
  }) as const

/** What is done with one student of a part; what takes something away comes last. */
const studentActions = (row: {
  id: number
  appointment_id: number
  contact_id: number
  starts_at: Date
}): GuardedAction[] => [
  {
    label: 'Bericht sturen',
    icon: 'mail',
    kind: 'popup',
    url: `/messages/write/default?contact_id=${row.contact_id}`,
    area: messagesArea,
    right: 'change',
  },
  { ...moveStudents, label: 'Verplaatsen', url: `${moveStudents.url}?ids=${row.id}` },
  ...replaceStudent(row),
  invoiceTo(row),
  leave(row),
]

/** 'Voldoet niet aan de eisen: ervaring op het werk (Pieter Planner, 12-12-2026)'. */
const waivedText = (row: { waiver: string; waived_by_name: string | null; waived_at: Date | null }): string =>
  `Voldoet niet aan de eisen: ${row.waiver} (${[row.waived_by_name, formatDate(row.waived_at)].filter(Boolean).join(', ')})`

/** Where the students of a part are shown. */
const OVERVIEW = '/calendar/view-appointment/:id?item=overview'

/** The tab with the students of a part: places, what can be done, and the tables of students and reservations. */
export const studentsTab = fragment({
  area: appointmentsArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/:id/students',
  pageAddress: OVERVIEW,
  view: 'training/enrolment/students',
  load: async ({ params, viewer }) => ({
    appointmentId: params.id,
    seesReservations: may(viewer, enrolmentPlanningArea),
  }),
  example: ofPart,
})

/** The reservations below the students. */
export const studentReservations = fragment({
  area: enrolmentPlanningArea,
  record: 'appointment',
  fieldsOf: 'reservation',
  right: 'view',
  path: '/calendar/:id/reservations',
  pageAddress: OVERVIEW,
  view: 'training/enrolment/reservation-rows',
  load: async ({ db, params }) => ({ reservations: await listReservations(db, params.id) }),
  example: ofPart,
})

/** Students of one part, with what was recorded about them (T-103, T-104). */
export const studentsTable = table({
  area: appointmentsArea,
  record: 'enrolment',
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'appointment' },
  path: '/calendar/:id/students/table',
  title: 'Cursisten',
  query: (db, viewer, params) => listStudents(db, viewer, params.id),
  filters: { search: textFilter('Zoeken', { text: sql<string>`contacts.search_text` }) },
  sorts: studentSorts,
  defaultSort: 'name',
  columns: [
    {
      field: 'contact_id',
      kind: 'main',
      sort: 'name',
      cell: (row, viewer) => {
        const name = fullName(row)
        const waived = row.waiver !== '' && may(viewer, enrolmentPlanningArea)
        return { text: name, avatar: initialsOf(name), ...(waived ? { sub: waivedText(row) } : {}) }
      },
    },
    { field: 'company_id', sort: 'company', cell: (row, viewer) => companyOf(row, viewer) },
    { field: 'present', cell: (row, viewer) => chosen(row, 'present', fullName(row), viewer) },
    { field: 'passed', cell: (row, viewer) => chosen(row, 'passed', fullName(row), viewer) },
    {
      field: 'note',
      when: (viewer) => may(viewer, appointmentNotesArea),
      cell: (row) => ({
        text: row.note === '' ? `${enrolmentFields.note.label} toevoegen` : row.note,
        muted: row.note === '',
        popup: `/calendar/studentNotes/${row.appointment_id}/${row.contact_id}`,
      }),
    },
  ],
  open: (row, viewer) => (may(viewer, contactsArea) ? `/contact/view/${row.contact_id}` : null),
  rowActions: (row, viewer) => permittedActions(viewer, studentActions(row)),
  bulk: [moveStudents, unsubscribe],
  // Others may be enrolled, whom a supervisor does not see.
  empty: (viewer) => ({
    icon: 'users',
    title: isStaff(viewer) ? 'Nog geen cursisten' : 'Nog niemand van uw mensen',
    text: '',
  }),
  example: ofPart,
})

const byDate: Sort = { by: [sql`appointments.starts_at`], type: 'timestamptz' }

const enrolFrom = (url: string) =>
  ({ label: 'Inschrijven', icon: 'user-plus', kind: 'popup', url, area: enrolmentArea, right: 'change' }) as const

/** The courses of one person: a tab of the contact (T-110 counts what is still to come of it). */
export const contactEnrolments = table({
  area: contactsArea,
  record: 'enrolment',
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'contact' },
  path: '/contact/:id/enrolments',
  title: 'Inschrijvingen',
  query: (db, _viewer, params) => listEnrolmentsOf(db, params.id),
  sorts: { date: byDate },
  defaultSort: '-date',
  columns: [{ label: 'Opleiding', kind: 'main', cell: course }, ...outcomeColumns()],
  open: (row) => `/calendar/view-appointment/${row.appointment_id}`,
  rowActions: (row, viewer) => permittedActions(viewer, [...replaceStudent(row), invoiceTo(row), leave(row)]),
  bulk: [unsubscribe],
  // Who has some is enrolled from the head of the popup.
  empty: {
    icon: 'calendar-off',
    title: 'Nog geen inschrijvingen',
    text: '',
    action: enrolFrom('/calendar/enroll?contact_id=:id'),
  },
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.contacts.student : story.contacts.anouk },
    foreign: { id: story.contacts.gerrit },
  }),
})

/** Who is enrolled for a company, and in what: a tab of the company. */
export const companyStudents = table({
  area: enrolmentArea,
  record: 'enrolment',
  right: 'view',
  recordParam: null,
  alsoRecords: { id: 'company' },
  path: '/company/:id/students',
  title: 'Cursisten',
  query: (db, _viewer, params) => listEnrolmentsFor(db, params.id),
  filters: { search: textFilter('Zoeken', { text: sql<string>`contacts.search_text` }) },
  sorts: { name: studentSorts.name, date: byDate },
  defaultSort: '-date',
  columns: [
    { field: 'contact_id', kind: 'main', sort: 'name', cell: (row) => fullName(row) },
    { label: 'Opleiding', cell: (row) => course(row) },
    ...outcomeColumns<Awaited<ReturnType<ReturnType<typeof listEnrolmentsFor>['execute']>>[number]>(),
  ],
  open: (row, viewer) => (may(viewer, contactsArea) ? `/contact/view/${row.contact_id}` : null),
  rowActions: (row, viewer) => permittedActions(viewer, [...replaceStudent(row), leave(row)]),
  bulk: [unsubscribe],
  empty: {
    icon: 'users',
    title: 'Nog geen cursisten',
    text: 'Hier staat wie voor dit bedrijf is ingeschreven.',
    action: enrolFrom('/calendar/enroll?company_id=:id'),
  },
  example: (story) => ({ params: { id: story.companies.deLinde }, foreign: { id: story.companies.vanLoon } }),
})
