import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { id } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate, formatDateTime } from '../../../platform/format/format.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { periodFilter, selectFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { processEntry, removeEntry } from './processing.commands.ts'
import { entryColumns } from './registrations.columns.ts'
import { entryFields } from './registrations.fields.ts'
import { ProcessForm } from './registrations.forms.ts'
import { entryGroups } from './registrations.groups.ts'
import {
  type Entry,
  listBatchOf,
  listEntries,
  listToProcess,
  matchEntries,
  suggestCompanies,
} from './registrations.queries.ts'
import { receivedLines } from './received.rules.ts'
import { SOURCES, STATES, isOpen } from './registrations.rules.ts'
import { registrationsArea } from './rights.ts'

const HOME = '/registrations'
const access = { area: registrationsArea, record: 'entry' } as const

const NONE = 'Er zijn geen registraties bekend in het systeem'
const FOR_PLANNING = ' voor deze planning'

/** All that was received, whatever became of it. */
export const entryTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Registraties',
  query: (db) => listEntries(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`entries.search_text`, table: 'entries' }),
    state: selectFilter(
      entryFields.state.label,
      [
        { value: 'open', label: 'Nieuw of fout' },
        ...Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
      ],
      (state) =>
        state === 'open'
          ? sql<SqlBool>`entries.state in ('received', 'failed')`
          : sql<SqlBool>`entries.state = ${state}`,
    ),
    received_at: periodFilter(entryFields.received_at.label, { column: sql`entries.received_at`, type: 'timestamptz' }),
  },
  defaults: { state: 'open' },
  sorts: {
    received: { by: [sql`entries.received_at`], type: 'timestamptz' },
    name: { by: [sql`entries.name collate "nl-x-icu"`] },
  },
  defaultSort: 'received',
  groups: entryGroups,
  moreColumns: entryColumns,
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: (entry) => ({ text: entry.name, sub: entry.contact ?? '' }) },
    { field: 'company_name', cell: (entry) => entry.company_name ?? { text: 'Particulier', muted: true } },
    {
      label: 'Planning',
      key: 'planning',
      cell: ({ planning }) =>
        planning && {
          text: planning.course,
          sub: [formatDate(planning.starts_at), planning.place].filter(Boolean).join(', '),
        },
    },
    { field: 'received_at', sort: 'received', cell: (entry) => formatDateTime(entry.received_at) },
    { field: 'source_name', cell: (entry) => ({ text: entry.source_name, sub: SOURCES[entry.source] }) },
    { field: 'state', cell: (entry) => ({ status: STATES[entry.state] }) },
  ],
  open: (entry) => `${HOME}/view/${entry.id}`,
  actions: [
    {
      label: 'Verwerken',
      icon: 'checks',
      kind: 'popup',
      url: `${HOME}/process`,
      primary: true,
      area: registrationsArea,
      right: 'change',
    },
  ],
  empty: {
    icon: 'inbox',
    title: 'Geen registraties',
    text: 'Aanmeldingen van uw website en van andere programma’s komen hier binnen.',
  },
  example: () => ({}),
})

const dayAndTime = (at: Date | string) => formatDateTime(new Date(at))

function planningOf({ planning, held, state }: Entry) {
  if (planning === null) return null
  const full = planning.free <= 0 && !held && isOpen(state)
  return {
    course: planning.course,
    url: `/calendar/view-appointment/${planning.part_id}`,
    text: [formatDate(new Date(planning.starts_at)), planning.place].filter(Boolean).join(', '),
    free: full || !isOpen(state) ? null : held ? 'plaats vastgehouden' : `${planning.free} vrij`,
    full,
  }
}

/** The rows of the popup, by what was sent together. */
async function drawn(db: Db, viewer: Viewer, entries: Entry[]) {
  const open = entries.filter(({ state }) => isOpen(state))
  const [people, companies] = [
    await matchEntries(db, viewer, open),
    await suggestCompanies(
      db,
      open.map(({ data }) => data.company),
    ),
  ]
  const rows = entries.map((entry) => {
    const at = open.indexOf(entry)
    const person = people[at] ?? null
    const found = companies[at] ?? []
    return {
      id: entry.id,
      batch: entry.batch,
      at: dayAndTime(entry.received_at),
      source: entry.source_name,
      name: entry.name,
      company: entry.data.company?.name ?? null,
      state: entry.state,
      isOpen: isOpen(entry.state),
      status: STATES[entry.state],
      message: entry.message,
      person,
      companies: found,
      // The surest stands first; of several that are as sure somebody chooses.
      companyChoice: found.length === 1 ? found[0]!.id : found.length === 0 ? 0 : null,
      done: { contact: entry.contact, company: entry.company, waits: entry.waits },
      planning: planningOf(entry),
      eLearning: entry.e_learning ?? entry.e_learning_course,
      days: entry.expiry_days === null ? '' : formatCount(entry.expiry_days, 'dag', 'dagen'),
      received: receivedLines(entry.data, formatDate),
    }
  })
  return [...Map.groupBy(rows, ({ batch }) => batch).values()].map((batch) => ({
    head: `${batch[0]!.source}, ${batch[0]!.at}`,
    text: [batch[0]!.company ?? 'particulier', formatCount(batch.length, 'persoon', 'personen')].join(', '),
    rows: batch,
  }))
}

const withModule = (viewer: Viewer) => !(viewer.modulesOff ?? []).includes('e_learning')

interface Shown {
  batches: Awaited<ReturnType<typeof drawn>>
  none: string
}

const subtitleOf = ({ batches }: Shown): string | null => {
  const people = batches.reduce((sum, { rows }) => sum + rows.length, 0)
  return people === 0
    ? null
    : `${formatCount(batches.length, 'aanmelding', 'aanmeldingen')}, ${formatCount(people, 'persoon', 'personen')}`
}

const shownPopup = {
  ...access,
  right: 'change',
  home: HOME,
  size: 'xlarge',
  title: 'Registraties',
  subtitle: subtitleOf,
  view: 'training/registrations/process',
} as const

/** What waits to be processed, of one planning where a part of it is named. */
export const processPopup = popup({
  ...shownPopup,
  recordParam: null,
  path: `${HOME}/process`,
  query: z.object({ appointmentId: id.optional() }),
  alsoRecords: { appointmentId: 'appointment' },
  load: async ({ db, viewer, query: { appointmentId } }) => {
    const planningId = appointmentId === undefined ? null : (await getAppointment(db, appointmentId)).group_id
    return {
      batches: await drawn(db, viewer, await listToProcess(db, planningId)),
      none: planningId === null ? NONE : NONE + FOR_PLANNING,
      eLearning: withModule(viewer),
    }
  },
  example: () => ({}),
})

/** All that was sent together with one sign-up. */
export const entryPopup = popup({
  ...shownPopup,
  path: `${HOME}/view/:id`,
  load: async ({ db, viewer, params }) => ({
    batches: await drawn(db, viewer, await listBatchOf(db, params.id)),
    none: NONE,
    eLearning: withModule(viewer),
  }),
  example: (story) => ({ params: { id: story.entries.known } }),
})

/** What waits to be processed, for other programs of the house. */
export const entriesJson = json({
  ...access,
  right: 'view',
  recordParam: null,
  path: '/api/entries',
  query: z.object({ appointmentId: id.optional() }),
  alsoRecords: { appointmentId: 'appointment' },
  answer: async ({ db, viewer, query: { appointmentId } }) => {
    const planningId = appointmentId === undefined ? null : (await getAppointment(db, appointmentId)).group_id
    const entries = await listToProcess(db, planningId)
    const [people, companies] = [
      await matchEntries(db, viewer, entries),
      await suggestCompanies(
        db,
        entries.map(({ data }) => data.company),
      ),
    ]
    return {
      entries: entries.map((entry, at) => ({
        id: entry.id,
        created_at: entry.received_at,
        status_description: STATES[entry.state].label,
        data: { contact: entry.data.contact, company: entry.data.company },
        suggestions: { contact: people[at]!.suggestions, company: companies[at] },
        appointments:
          entry.planning && entry.group_id
            ? [{ id: entry.planning.part_id, appointment_group_id: entry.group_id, ...entry.planning }]
            : [],
        e_learning_course: entry.e_learning_id && {
          id: entry.e_learning_id,
          description: entry.e_learning,
          expiry_days: entry.expiry_days,
        },
        e_learning_license_access_url: null,
      })),
    }
  },
  example: () => ({}),
})

/** Enrols one person; what is not ticked stays as it is. */
export const entryProcess = action({
  ...access,
  right: 'change',
  recordParam: 'entryId',
  path: '/api/entries/process/:entryId',
  form: ProcessForm,
  formRecords: { contact_id: 'contact', company_id: 'company' },
  save: async ({ trx, viewer, services, params, form }) => {
    const { changed, ...body } = await processEntry(trx, viewer, services, params.entryId, form)
    return {
      changed,
      body,
      ...(body.status === 'processed' && changed.length > 0 ? { done: 'Registratie verwerkt' } : {}),
    }
  },
  example: (story) => ({
    params: { entryId: story.entries.fresh },
    form: { register: 1, contact_id: '0', sendMessage: 1 },
  }),
})

export const entryRemove = action({
  ...access,
  right: 'change',
  recordParam: 'entryId',
  path: '/api/entries/remove/:entryId',
  save: async ({ trx, viewer, params }) => {
    const changed = await removeEntry(trx, viewer, params.entryId)
    return { changed, body: { removed: true }, ...(changed.length > 0 ? { done: 'Registratie verwijderd' } : {}) }
  },
  example: (story) => ({ params: { entryId: story.entries.known } }),
})
