import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { idList } from '../../platform/forms/fields.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import { planOf } from '../../platform/screens/table/bulk-plan.ts'
import { table } from '../../platform/screens/table/table.ts'
import { periodFilter, selectorFilter, textFilter, yesNoFilter } from '../../platform/screens/table/table-filters.ts'
import { conflictColumns } from './conflicts.columns.ts'
import { settle } from './conflicts.commands.ts'
import { conflictFields } from './conflicts.fields.ts'
import { conflictGroups } from './conflicts.groups.ts'
import { listConflicts } from './conflicts.queries.ts'
import { OUTCOMES } from './conflicts.rules.ts'
import { conflictsArea } from './rights.ts'

export const HOME = '/outbox/conflicts'
const access = { area: conflictsArea, record: 'conflict' } as const

/** What phones kept and could not store, the oldest first. */
export const conflictTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Te beoordelen',
  query: (db) => listConflicts(db),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(conflicts.label)`, table: 'conflicts' }),
    settled: yesNoFilter('Beoordeeld', sql<SqlBool>`conflicts.settled_at is not null`),
    user_id: selectorFilter(
      conflictFields.user_id.label,
      'user',
      (ids) => sql<SqlBool>`conflicts.user_id in (${sql.join(ids)})`,
    ),
    happened_at: periodFilter(conflictFields.happened_at.label, {
      column: sql`conflicts.happened_at`,
      type: 'timestamptz',
    }),
  },
  defaults: { settled: 'no' },
  views: [{ key: 'settled', name: 'Al beoordeeld', query: 'settled=yes&sort=-happened' }],
  sorts: {
    happened: { by: [sql`conflicts.happened_at`], type: 'timestamptz' },
    label: { by: [sql`conflicts.label collate "nl-x-icu"`] },
  },
  defaultSort: 'happened',
  groups: conflictGroups,
  moreColumns: conflictColumns,
  columns: [
    {
      field: 'label',
      kind: 'main',
      sort: 'label',
      cell: ({ label, differing, message }) => ({
        text: label,
        sub: differing === 0 ? message : formatCount(differing, 'veld', 'velden'),
      }),
    },
    { field: 'user_id', cell: ({ person }) => person },
    { field: 'happened_at', sort: 'happened', cell: ({ happened_at }) => formatDateTime(happened_at) },
    { label: 'Intussen gewijzigd door', key: 'other', cell: ({ other }) => other },
    { field: 'outcome', cell: ({ outcome }) => (outcome === null ? null : OUTCOMES[outcome]) },
  ],
  open: ({ id }) => `${HOME}/view/${id}`,
  rowCss: ({ settled_at }) => (settled_at === null ? null : 'is-off'),
  bulk: [
    {
      label: 'Van de telefoon nemen',
      icon: 'device-mobile',
      kind: 'popup',
      url: `${HOME}/bulk/take`,
      area: conflictsArea,
      right: 'change',
    },
    {
      label: 'Laten zoals het is',
      icon: 'check',
      kind: 'popup',
      url: `${HOME}/bulk/keep`,
      area: conflictsArea,
      right: 'change',
    },
  ],
  empty: {
    icon: 'arrows-diff',
    title: 'Geen verschillen',
    text: 'Hier staat wat een telefoon zonder bereik heeft bewaard en daarna anders bleek of niet meer kon.',
  },
  example: () => ({}),
})

/** Several of which what stands there is right; what the phone kept stays to be read. */
export const [conflictsKept, conflictsKeptPreview] = bulkAction({
  ...access,
  recordParam: null,
  right: 'change',
  home: HOME,
  path: `${HOME}/bulk/keep`,
  previewPath: `${HOME}/bulk/keep/preview`,
  form: z.object({ ids: idList(500).refine((ids) => ids.length > 0, 'Vink minimaal één verschil aan.') }),
  formRecords: { ids: 'conflict' },
  words: {
    one: 'verschil',
    many: 'verschillen',
    verb: 'ongemoeid laten',
    done: 'beoordeeld',
    will: { one: 'Blijft zoals het is', many: 'Blijven zoals het is' },
  },
  plan: async ({ db, form }) => {
    const rows = await listConflicts(db).where('conflicts.id', 'in', form.ids).orderBy('conflicts.id').execute()
    const named = rows.map(({ id, label, settled_at }) => ({ id, name: label, settled_at }))
    return planOf(named, ({ settled_at }) => (settled_at === null ? {} : { why: 'is al beoordeeld' })).plan
  },
  lock: async ({ trx, form }) => {
    await trx.selectFrom('conflicts').select('id').where('id', 'in', form.ids).orderBy('id').forUpdate().execute()
  },
  carryOut: async ({ trx, viewer }, plan) => {
    for (const { id } of plan.does) await settle(trx, viewer, id, 'kept')
    return { changed: plan.does.map(({ id }) => ({ type: 'conflict', id })) }
  },
  example: (story) => ({ query: { ids: String(story.conflicts.task) } }),
})
