import { type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { viewerScope } from '../../platform/access/viewer.ts'
import { popup } from '../../platform/screens/popup.ts'
import type { Column } from '../../platform/screens/table-declaration.ts'
import { table } from '../../platform/screens/table.ts'
import {
  dateFilter,
  numberFilter,
  registeredFilter,
  selectFilter,
  selectorFilter,
} from '../../platform/screens/table-filters.ts'
import type { Services } from '../../platform/services.ts'
import type { Story } from '../../platform/story.ts'
import { settingsArea } from '../settings/rights.ts'
import { type Entry, actorOf, historyVisibleTo, idsOf, inWords, listHistory } from './history.queries.ts'
import { ACTIONS, actionLabel, summary } from './history.rules.ts'
import { labelsOf } from './points.ts'
import { historyArea } from './rights.ts'

const shared = {
  complete: (rows: Entry[], services: Services) => inWords(rows, services),
  sorts: { at: { by: [sql`history.at`], type: 'timestamptz' as const } },
  defaultSort: '-at',
  open: (entry: Entry) => `/logs/view/${entry.id}`,
  empty: { icon: 'history', title: 'Nog geen historie', text: 'Hier staat wie wat wanneer heeft gewijzigd.' },
}
const when: Column<Entry> = { label: 'Wanneer', kind: 'main', sort: 'at', cell: (entry) => formatDateTime(entry.at) }
const who: Column<Entry> = { label: 'Wie', cell: actorOf }
const what: Column<Entry>[] = [
  { label: 'Wat', cell: (entry) => actionLabel(entry.action) },
  { label: 'Velden', cell: (entry) => summary(entry.action, entry.lines) },
]
const person = selectorFilter(
  'Persoon',
  'user',
  (id) => sql<SqlBool>`(history.actor_id = ${id} or history.acted_by_id = ${id})`,
)
const actions = selectFilter(
  'Wat',
  Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
  (action) => sql<SqlBool>`history.action = ${action}`,
)
const period = {
  from: dateFilter('Vanaf', (day) => sql<SqlBool>`history.at >= ${day}::date`),
  until: dateFilter('Tot en met', (day) => sql<SqlBool>`history.at < ${day}::date + 1`),
}

/** Everything that happened, for administrators. */
export const historyTable = table({
  ...shared,
  area: settingsArea,
  record: 'event',
  right: 'view',
  path: '/history',
  title: 'Historie',
  query: (db) => listHistory(db),
  filters: {
    person,
    type: registeredFilter(
      'Soort',
      ({ registry }) =>
        [...labelsOf(registry)]
          .map(([value, { label }]) => ({ value, label }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'nl')),
      (type) => sql<SqlBool>`history.record_type = ${type}`,
    ),
    record: numberFilter('Nummer', (id) => sql<SqlBool>`history.record_id = ${id}`),
    action: actions,
    ...period,
  },
  columns: [
    when,
    who,
    {
      label: 'Betreft',
      cell: (entry) => (entry.open ? { text: entry.subject, popup: entry.open } : entry.subject),
    },
    ...what,
  ],
  example: () => ({}),
})

const exampleRecord = (story: Story) => ({ params: { object: 'contact', id: story.contacts.anouk } })

/** The history of one record, as a tab of its popup. */
export const recordHistory = table({
  ...shared,
  area: historyArea,
  record: 'event',
  recordParam: null,
  right: 'view',
  path: '/events/of/:object(word)/:id',
  title: 'Historie',
  query: (db, viewer, params, { registry }) =>
    listHistory(db)
      .where('history.record_type', '=', params.object)
      .where(sql<SqlBool>`history.record_id in (${idsOf(params.object, params.id)})`)
      .where(historyVisibleTo(registry, viewer)),
  filters: { action: actions, ...period },
  columns: [when, who, ...what],
  example: exampleRecord,
})

/** The same as a popup of its own. */
export const eventsOf = popup({
  area: historyArea,
  record: 'event',
  recordParam: null,
  alsoRecords: { id: ':object' },
  right: 'view',
  path: '/events/view_of/:object(word)/:id',
  home: '/calendar',
  title: 'Historie',
  load: async ({ db, viewer, params, services }) => {
    const { registry } = services
    const record = registry.record(params.object)
    if (viewerScope(viewer, record.area) !== 'all') throw new NotFound()
    const name = (await record.names?.(db, [params.id]))?.get(params.id)
    const label = labelsOf(registry).get(params.object)?.label ?? record.label.one
    return {
      subject: `${label} ${name ?? `nummer ${params.id}`}`,
      url: `/events/of/${params.object}/${params.id}?embed=1`,
    }
  },
  subtitle: ({ subject }) => subject,
  view: 'system/history/of',
  example: (story) => exampleRecord(story),
})

/** One entry with all its fields, from → to. */
export const historyView = popup({
  area: historyArea,
  right: 'view',
  path: '/logs/view/:id',
  home: '/history',
  size: 'medium',
  load: async ({ db, viewer, params, services }) => {
    const [entry] = await inWords(
      await listHistory(db)
        .where('history.id', '=', params.id)
        .where(historyVisibleTo(services.registry, viewer))
        .execute(),
      services,
    )
    if (!entry) throw new NotFound('Historie')
    return { entry, who: actorOf(entry), when: formatDateTime(entry.at) }
  },
  title: ({ entry }) => actionLabel(entry.action),
  subtitle: ({ entry }) => entry.subject,
  view: 'system/history/entry',
  example: (story) => ({ params: { id: story.event } }),
})
