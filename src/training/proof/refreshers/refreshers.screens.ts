import { sql } from 'kysely'
import * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { isPlanner, may } from '../../../platform/access/viewer.ts'
import { formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { id } from '../../../platform/forms/fields.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { byName, contactNames, fullName } from '../../../relations/contacts/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { courseNames } from '../../catalogue/courses/index.ts'
import { code95Module } from '../../planning/code95/index.ts'
import { driversArea } from '../drivers/rights.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import { addRefresher, deleteRefreshers, editRefresher } from './refreshers.commands.ts'
import { moreRefresherColumns, refresherColumns } from './refreshers.columns.ts'
import { refresherFilters } from './filters.ts'
import { RefresherEditForm, RefresherForm } from './refreshers.forms.ts'
import { refresherGroups } from './refreshers.groups.ts'
import { earlyActions, earlyOptions, planFor, refresherNeeds, refresherSteps } from './next.rules.ts'
import { getRefresherPopup } from './popup.queries.ts'
import { getRefresher, listRefreshers } from './refreshers.queries.ts'
import { STATES } from './refreshers.rules.ts'
import { refreshersArea } from './rights.ts'

const HOME = '/courses/refreshers'
const access = { area: refreshersArea, record: 'refresher' } as const

const ofPerson: OwnExample = (story, role) => ({
  params: { id: role === ROLE.student ? story.refreshers.student : story.refreshers.anouk },
  form: { expiration_date: formatDate(addDays(today(), 400)) },
  foreign: { id: story.refreshers.foreign },
})

export const refresherTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Herhalingen',
  query: (db) => listRefreshers(db),
  filters: refresherFilters,
  views: [
    { key: 'waiting', name: 'Nog uit te nodigen', query: 'waits=yes' },
    { key: 'late', name: 'Verlopen', query: 'state=late,over' },
    { key: 'booked', name: 'Ingeschreven', query: 'state=booked' },
  ],
  sorts: {
    expires: { by: [sql`contact_refreshers.expires_at`], type: 'date' },
    name: { by: byName },
    course: { by: [sql`courses.description collate "nl-x-icu"`] },
  },
  defaultSort: 'expires',
  groups: refresherGroups,
  columns: refresherColumns,
  moreColumns: moreRefresherColumns,
  bulk: [
    {
      label: 'Uitnodigen',
      icon: 'send',
      kind: 'popup',
      url: '/courseRefresher/invitations',
      area: refreshersArea,
      right: 'change',
    },
    {
      label: 'Bericht sturen',
      icon: 'mail',
      kind: 'popup',
      url: '/messages/write/refresher-students',
      area: messagesArea,
      right: 'change',
    },
  ],
  massDelete: {
    area: refreshersArea,
    path: '/courseRefresher/massDelete',
    remove: async (trx, ids) => {
      await deleteRefreshers(trx, ids)
      return { changed: ids.map((refresher) => ({ type: 'refresher', id: refresher })) }
    },
  },
  open: (refresher) => `/courseRefresher/view/${refresher.id}`,
  add: {
    label: 'Herhaling toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/courseRefresher/add',
    primary: true,
    area: refreshersArea,
    right: 'change',
  },
  addWith: ['contact_id', 'course_id'],
  actions: [
    {
      label: 'Chauffeurs code 95',
      seldom: true,
      icon: 'truck',
      kind: 'link',
      url: '/code95/drivers?soon=yes',
      area: driversArea,
      right: 'view',
      module: code95Module.key,
    },
    {
      label: 'Inplannen',
      icon: 'calendar-plus',
      kind: 'popup',
      url: '/courseRefresher/proposal',
      area: enrolmentPlanningArea,
      right: 'change',
    },
    {
      label: 'Uitnodigen',
      icon: 'send',
      kind: 'popup',
      url: '/courseRefresher/invitations',
      area: refreshersArea,
      right: 'change',
    },
  ],
  empty: {
    icon: 'refresh',
    title: 'Nog geen herhalingen',
    text: 'Wie slaagt krijgt bij het afronden van de planning een herhaling. U kunt er ook een toevoegen.',
  },
  example: (story) => ({ form: { ids: story.refreshers.anouk }, foreign: null }),
})

export const refresherView = popup({
  ...access,
  right: 'view',
  path: '/courseRefresher/view/:id',
  home: HOME,
  load: async ({ db, params, viewer }) => ({
    ...(await getRefresherPopup(db, viewer, params.id)),
    changes: may(viewer, refreshersArea, 'change'),
    plans: may(viewer, appointmentsArea, 'change'),
    planFor,
    seesPlanning: may(viewer, appointmentsArea),
    // Of whom somebody sees as one of the own people the company need not be known.
    seesCompany: isPlanner(viewer),
    seesReminders: may(viewer, messagesArea),
  }),
  title: ({ refresher }) => refresher.course_description,
  subtitle: ({ name }) => `Herhaling · ${name}`,
  status: ({ refresher }) => STATES[refresher.state],
  actions: ({ refresher, standing }) => [
    ...earlyActions(standing),
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/courseRefresher/edit/${refresher.id}`,
      primary: true,
      area: refreshersArea,
      right: 'change',
    },
  ],
  nextSteps: ({ standing }) => refresherSteps(standing),
  options: ({ refresher, standing }) => [
    ...earlyOptions(standing),
    deleteOption('/courseRefresher/delete', { type: 'refresher', id: refresher.id }, refreshersArea),
  ],
  footnote: ({ refresher }) => `Laatst gewijzigd op ${formatDateTime(refresher.updated_at)}`,
  layout: 'tabs',
  rail: { todo: ({ standing, changes }) => (changes ? refresherNeeds(standing) : []) },
  parts: [{ key: 'overview', label: 'Overzicht', icon: 'refresh', view: 'training/refreshers/view' }],
  example: ofPerson,
})

const unknown = id.catch(0)

const chosen = (id: number, names: Map<number, string>) => {
  const label = names.get(id)
  return label === undefined ? [] : [{ id, label }]
}

export const refresherForms = recordForms({
  ...access,
  label: 'Herhaling',
  path: '/courseRefresher',
  home: HOME,
  size: 'medium',
  view: 'training/refreshers/form',
  name: 'refresher',
  add: {
    query: z.object({ contact_id: unknown, course_id: unknown }),
    form: RefresherForm,
    formRecords: { contact_id: 'contact', course_id: 'course' },
    load: async ({ db, query }) => ({
      refresher: null,
      contact: chosen(query.contact_id, await contactNames(db, [query.contact_id])),
      course: chosen(query.course_id, await courseNames(db, [query.course_id])),
    }),
    save: async ({ trx, form }) => ({
      id: await addRefresher(trx, form),
      also: [{ type: 'contact', id: form.contact_id }],
    }),
    open: (id) => `/courseRefresher/view/${id}`,
    example: (story) => ({
      form: {
        contact_id: story.contacts.anouk,
        course_id: story.courses.vca,
        expiration_date: formatDate(addDays(today(), 300)),
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const refresher = await getRefresher(db, params.id)
      return {
        refresher,
        contact: [{ id: refresher.contact_id, label: fullName(refresher) }],
        course: [{ id: refresher.course_id, label: refresher.course_description }],
      }
    },
    subtitle: ({ refresher }) => fullName(refresher),
    form: RefresherEditForm,
    formRecords: { course_id: 'course' },
    save: ({ trx, params, form }) => editRefresher(trx, params.id, form),
    options: [],
    example: ofPerson,
  },
  delete: {
    remove: (trx, id) => deleteRefreshers(trx, [id]),
    example: (story) => ({ form: { id: story.refreshers.anouk } }),
  },
})
