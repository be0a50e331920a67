import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { selector } from '../../platform/screens/table/selector.ts'
import { historyLabels } from '../history/points.ts'
import { personData, retentionKinds } from '../privacy/points.ts'
import { conflictFields } from './conflicts.fields.ts'
import * as screens from './conflicts.screens.ts'
import { conflictTable, conflictsKept, conflictsKeptPreview } from './list.screens.ts'
import { conflictData, conflictRetention } from './person-data.ts'
import { conflictsArea } from './rights.ts'
import { seedConflicts } from './story.ts'

export { isOwnUpload } from './conflicts.queries.ts'

/** What phones kept and could not store: it is handed over by the phone, and decided about by who plans. */
export const conflicts: ModulePart = {
  screens: [...Object.values(screens), conflictTable, conflictsKept, conflictsKeptPreview],
  selectors: [
    selector({
      type: 'conflict',
      record: 'conflict',
      table: 'conflicts',
      query: (db) => db.selectFrom('conflicts').select(['conflicts.id', 'conflicts.label']),
      searched: { text: sql<string>`normalise(conflicts.label)` },
      sort: [sql`conflicts.label collate "nl-x-icu"`],
    }),
  ],
  records: [
    {
      type: 'conflict',
      label: { one: 'verschil', many: 'verschillen' },
      area: conflictsArea,
      table: 'conflicts',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/outbox/conflicts/view/{id}',
      fields: conflictFields,
      nameSql: sql<string>`conflicts.label`,
      carries: ['tasks'],
    },
  ],
  nav: [
    {
      label: 'Te beoordelen',
      icon: 'arrows-diff',
      href: '/outbox/conflicts',
      under: '/calendar',
      synonyms: ['verschillen', 'telefoon', 'offline'],
      area: conflictsArea,
      order: 14,
    },
  ],
  afterStory: seedConflicts,
  gifts: [
    give(mergeStrategies, [{ table: 'conflicts', column: 'object_id', merges: 'moves' }]),
    give(personData, [conflictData]),
    give(retentionKinds, [conflictRetention]),
    give(historyLabels, [
      { conflict: { of: 'Gaat over', fields: { object_type: 'Bij soort', object_id: 'Bij nummer' } } },
    ]),
  ],
}
