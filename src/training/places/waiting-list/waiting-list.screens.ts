import { sql } from 'kysely'
import * as z from 'zod'
import { id, idList } from '../../../platform/forms/fields.ts'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDayAndHours,
  initialsOf,
} from '../../../platform/format/format.ts'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { selectorFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { byName, contactNames } from '../../../relations/contacts/index.ts'
import { placeInLine } from './waiting-list.commands.ts'
import { MOST_PEOPLE, PlaceForm } from './waiting-list.forms.ts'
import { getPlanning, listWaitable, listWaiting } from './waiting-list.queries.ts'
import { waitingListArea } from './rights.ts'
import { waitingColumns } from './waiting-list.columns.ts'
import { waitingFields } from './waiting-list.fields.ts'
import { waitingGroups } from './waiting-list.groups.ts'
import { wishText } from './why.rules.ts'

const access = { area: waitingListArea, record: 'waiting-entry' } as const
const HOME = '/waiting-list'

type Row = Awaited<ReturnType<ReturnType<typeof listWaiting>['execute']>>[number]

/** What is done with somebody who waits, as far as the viewer may. */
const rowActions = (row: Row, viewer: Viewer) =>
  permittedActions(viewer, [
    ...(row.open && viewerScope(viewer, waitingListArea, 'change') === 'all'
      ? [
          {
            label: 'Antwoord invullen',
            icon: 'message-check',
            kind: 'popup' as const,
            url: `/waiting-list/answer/${row.id}`,
          },
        ]
      : []),
    {
      label: 'Wensen wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/waiting-list/view/${row.id}`,
      area: waitingListArea,
      right: 'change',
    },
    {
      label: 'Van de wachtlijst halen',
      icon: 'user-minus',
      kind: 'popup',
      url: `/waiting-list/off/${row.id}`,
      danger: true,
      area: waitingListArea,
      right: 'change',
    },
  ])

export const waitingTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Wachtlijst',
  query: (db, viewer) => listWaiting(db, viewer),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`contacts.search_text` }),
    course_id: selectorFilter(
      waitingFields.course_id.label,
      'course',
      (ids) => sql`waiting_entries.course_id = any(${ids})`,
    ),
  },
  sorts: {
    name: { by: byName },
    since: { by: [sql`waiting_entries.line_at`], type: 'timestamptz' },
    course: {
      by: [sql`courses.description collate "nl-x-icu"`, sql`waiting_entries.line_at`],
      types: ['text', 'timestamptz'],
    },
  },
  defaultSort: 'course',
  groups: waitingGroups,
  moreColumns: waitingColumns,
  columns: [
    {
      field: 'contact_id',
      kind: 'main',
      sort: 'name',
      cell: (row) => ({ text: row.name, ...(row.company ? { sub: row.company } : {}), avatar: initialsOf(row.name) }),
    },
    {
      field: 'course_id',
      sort: 'course',
      cell: (row) => ({
        text: row.course,
        sub: row.starts_at ? `${formatDate(row.starts_at)}, planning ${row.group_id}` : 'Elke planning',
      }),
    },
    {
      label: 'Wens',
      key: 'wish',
      cell: (row) => wishText({ ...row, from: row.from_date, until: row.until_date }),
    },
    { label: 'Plaats', key: 'place', kind: 'num', cell: ({ place }) => String(place) },
    {
      field: 'state',
      key: 'state',
      cell: ({ open }) =>
        open
          ? { text: 'Aanbod loopt', sub: `Tot ${formatDateTime(new Date(open.expires_at))}` }
          : { text: 'Wacht', muted: true },
    },
    { field: 'line_at', sort: 'since', cell: (row) => formatDate(row.line_at) },
  ],
  open: (row) =>
    row.part_id === null ? `/waiting-list/view/${row.id}` : `/calendar/view-appointment/${row.part_id}?item=waiting`,
  rowActions,
  add: {
    label: 'Op de wachtlijst zetten',
    icon: 'plus',
    kind: 'popup',
    url: '/waiting-list/add',
    primary: true,
    area: waitingListArea,
    right: 'change',
  },
  addWith: ['course_id'],
  empty: {
    icon: 'hourglass',
    title: 'Niemand wacht',
    text: 'Wie op de wachtlijst staat, krijgt vanzelf een aanbod als er een plaats vrijkomt.',
  },
  example: () => ({ foreign: null }),
})

const From = z.object({
  course_id: id.optional().catch(undefined),
  planning_id: id.optional().catch(undefined),
  contact_id: id.optional().catch(undefined),
  ids: idList(MOST_PEOPLE),
})

/** The planning that it was opened from, as far as the viewer can wait for it. @throws NotFound */
async function askedFor(db: Db, viewer: Viewer, query: z.output<typeof From>) {
  const planning = query.planning_id === undefined ? null : await getPlanning(db, query.planning_id)
  const courseId = planning?.course_id ?? query.course_id ?? null
  const course =
    courseId === null
      ? null
      : await db.selectFrom('courses').select(['id', 'description']).where('id', '=', courseId).executeTakeFirst()
  if (course === undefined) throw new NotFound('Opleiding')
  const plannings = course ? await listWaitable(db, viewer, course.id) : []
  if (planning && !plannings.some((one) => one.id === planning.id)) throw new NotFound('Planning')
  return { course, planning, plannings }
}

const planningText = ({ starts_at, ends_at, place, free }: Awaited<ReturnType<typeof listWaitable>>[number]) =>
  [
    formatDayAndHours(starts_at, ends_at).join(', '),
    place,
    free <= 0 ? 'vol' : formatCount(free, 'plaats vrij', 'plaatsen vrij'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Puts people in line for a planning, or for any of a course. */
export const waitingAdd = formPopup({
  ...access,
  recordParam: null,
  alsoRecords: { contact_id: 'contact' },
  right: 'change',
  path: '/waiting-list/add',
  home: HOME,
  size: 'medium',
  query: From,
  load: async ({ db, viewer, query, services }) => {
    const { course, planning, plannings } = await askedFor(db, viewer, query)
    const ids = query.contact_id === undefined ? query.ids : [query.contact_id]
    await services.registry.assertVisible(db, viewer, 'contact', ...ids)
    const names = ids.length === 0 ? new Map<number, string>() : await contactNames(db, ids)
    return {
      course,
      planningId: planning?.id ?? null,
      noMail: await noMailNote(services, viewer),
      plannings: plannings.map((one) => ({ value: String(one.id), label: planningText(one) })),
      people: ids.map((person) => ({ id: person, label: names.get(person) ?? '' })),
    }
  },
  title: ({ course }) => (course ? `Op de wachtlijst: ${course.description}` : 'Op de wachtlijst zetten'),
  view: 'training/waiting-list/add',
  form: PlaceForm,
  formRecords: { course_id: 'course', establishment_id: 'establishment' },
  submits: [{ label: 'Op de wachtlijst zetten' }],
  save: async ({ trx, viewer, form, services }) => {
    const { students, course_id, planning_id, send_message, ...wishes } = form
    if (planning_id !== null) {
      const plannings = await listWaitable(trx, viewer, course_id)
      if (!plannings.some((one) => one.id === planning_id))
        throw new Invalid({ planning_id: ['Voor deze planning is geen wachtlijst meer.'] })
    }
    const placed = await placeInLine(
      trx,
      viewer,
      services,
      planning_id === null ? { courseId: course_id } : { planningId: planning_id },
      { contactIds: students, wishes, tell: send_message },
    )
    const { length } = placed.entryIds
    const known =
      placed.already === 0 ? '' : `; ${formatCount(placed.already, 'persoon', 'personen')} wachtte al of doet al mee`
    return {
      // Those who were chosen too: where it was opened for them they are taken care of.
      changed: [
        ...placed.entryIds.map((entry) => ({ type: 'waiting-entry', id: entry })),
        ...students.map((student) => ({ type: 'contact', id: student })),
      ],
      flash:
        length === 0
          ? { str: 'Iedereen stond al op de wachtlijst of doet al mee.', type: 'info' }
          : { str: `${formatCount(length, 'cursist', 'cursisten')} op de wachtlijst${known}`, type: 'success' },
    }
  },
  example: (story) => {
    const person = story.students.findLast(({ companyId }) => companyId === story.companies.deLinde)!.id
    return {
      query: { course_id: String(story.courses.vca), contact_id: String(person) },
      form: { 'students[]': person },
      foreign: { 'students[]': story.contacts.gerrit, contact_id: story.contacts.gerrit },
    }
  },
})
