import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { viewerScope } from '../../platform/access/viewer.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Column } from '../../platform/screens/table/table-declaration.ts'
import { table } from '../../platform/screens/table/table.ts'
import {
  type Filter,
  numberFilter,
  periodFilter,
  registeredFilter,
  selectFilter,
  selectorFilter,
} from '../../platform/screens/table/table-filters.ts'
import type { Services } from '../../platform/services.ts'
import type { Story } from '../../platform/story.ts'
import { settingsArea } from '../settings/rights.ts'
import {
  type ActionEntry,
  actionsInWords,
  isFirstOfAction,
  listActions,
  listActionsAlong,
  sameRecord,
} from './actions.queries.ts'
import { historyColumns } from './history.columns.ts'
import { historyGroups } from './history.groups.ts'
import { actorOf, historyVisibleTo, idsOf } from './history.queries.ts'
import { ACTIONS, actionLabel, summary } from './history.rules.ts'
import { labelsOf } from './points.ts'
import { historyArea } from './rights.ts'

const shared = {
  complete: (rows: ActionEntry[], services: Services) => actionsInWords(rows, services),
  sorts: { at: { by: [sql`history.at`], type: 'timestamptz' as const } },
  defaultSort: '-at',
  open: (entry: ActionEntry) => `/logs/view/${entry.id}`,
  empty: { icon: 'history', title: 'Nog geen historie', text: 'Hier staat wie wat wanneer heeft gewijzigd.' },
}
const when: Column<ActionEntry> = {
  label: 'Wanneer',
  kind: 'main',
  sort: 'at',
  cell: (entry) => formatDateTime(entry.at),
}
/** Whether an action was about one record alone. */
const isOfOne = ({ record_type: type, record_id: record, rows }: ActionEntry) =>
  rows.every((row) => row.type === type && row.record === record)

/** Of what the sentence cannot hold the first of it stands below. */
const what: Column<ActionEntry> = {
  label: 'Wat',
  key: 'what',
  kind: 'long',
  cell: (entry) =>
    entry.lines.length > 1 && isOfOne(entry)
      ? { text: entry.sentence, sub: summary(entry.action, entry.lines) }
      : entry.sentence,
}
const person = selectorFilter(
  'Persoon',
  'user',
  (ids) => sql<SqlBool>`(history.actor_id in (${sql.join(ids)}) or history.acted_by_id in (${sql.join(ids)}))`,
)
const actions = selectFilter(
  'Wat',
  Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
  (action) => sql<SqlBool>`history.action = ${action}`,
)
/** Its first and last day were filters of their own. */
const at: Filter = {
  ...periodFilter('Datum', { column: sql`history.at`, type: 'timestamptz' }),
  older: ({ from = '', until = '' }) => (from === '' && until === '' ? undefined : `${String(from)}..${String(until)}`),
}

/** Everything that happened, for administrators. */
export const historyTable = table({
  ...shared,
  area: settingsArea,
  record: 'event',
  right: 'view',
  path: '/history',
  title: 'Historie',
  query: (db) => listActions(db),
  // One entry per action; a filter of what happened asks for the first that it keeps.
  narrows: (isSet) =>
    isFirstOfAction(
      undefined,
      sql.join(
        [
          sql<SqlBool>`true`,
          ...(isSet('type') ? [sql`earlier.record_type = history.record_type`] : []),
          ...(isSet('record') ? [sql`earlier.record_id = history.record_id`] : []),
          ...(isSet('action') ? [sql`earlier.action = history.action`] : []),
        ],
        sql` and `,
      ) as Expression<SqlBool>,
    ),
  filters: {
    person,
    type: registeredFilter(
      'Soort',
      ({ registry }) =>
        [...labelsOf(registry)]
          .map(([value, { label }]) => ({ value, label }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'nl')),
      (types) => sql<SqlBool>`history.record_type in (${sql.join(types)})`,
    ),
    record: numberFilter('Nummer', (ids) => sql<SqlBool>`history.record_id in (${sql.join(ids)})`),
    action: actions,
    at,
  },
  groups: historyGroups,
  columns: [
    when,
    what,
    {
      label: 'Betreft',
      key: 'about',
      cell: (entry) => {
        if (!isOfOne(entry)) return ''
        return entry.open ? { text: entry.subject, popup: entry.open } : entry.subject
      },
    },
  ],
  moreColumns: historyColumns,
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
  query: (db, viewer, { object, id }, { registry }) => {
    const along = registry
      .recordTypes()
      .find(({ type }) => type === object)
      ?.historyAlong?.(id)
    if (along) return listActionsAlong(db, along, (alias) => historyVisibleTo(registry, viewer, alias))
    return listActions(db, sameRecord)
      .where('history.record_type', '=', object)
      .where(sql<SqlBool>`history.record_id in (${idsOf(object, id)})`)
      .where(isFirstOfAction(sameRecord))
      .where(historyVisibleTo(registry, viewer))
  },
  filters: { action: actions, at },
  columns: [when, what],
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
      subject: `${label} ${name ?? params.id}`,
      url: `/events/of/${params.object}/${params.id}?embed=1`,
    }
  },
  subtitle: ({ subject }) => subject,
  view: 'system/history/of',
  example: (story) => exampleRecord(story),
})

/** One action with all that it changed, from → to. */
export const historyView = popup({
  area: historyArea,
  right: 'view',
  path: '/logs/view/:id',
  home: '/history',
  size: 'medium',
  load: async ({ db, viewer, params, services }) => {
    const { registry } = services
    const [entry] = await actionsInWords(
      await listActions(db, undefined, historyVisibleTo(registry, viewer, 'other'))
        .where('history.id', '=', params.id)
        .where(historyVisibleTo(registry, viewer))
        .execute(),
      services,
    )
    if (!entry) throw new NotFound('Historie')
    const parts = entry.parts.map((part) => ({
      ...part,
      label: actionLabel(part.action),
      hint: summary(part.action, part.lines),
    }))
    return { entry, parts, who: actorOf(entry), when: formatDateTime(entry.at), more: entry.rows.length - parts.length }
  },
  title: ({ entry }) => actionLabel(entry.action),
  subtitle: ({ entry }) => entry.sentence,
  view: 'system/history/entry',
  example: (story) => ({ params: { id: story.event } }),
})
