import { sql, type SqlBool } from 'kysely'
import { forgetUnshown } from '../../platform/database/change-sets.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { personData } from '../privacy/points.ts'
import { settingsArea } from '../settings/rights.ts'
import { systemLabels } from './labels.ts'
import * as screens from './history.screens.ts'
import { historyData } from './person-data.ts'
import { historyLabels, labelsOf } from './points.ts'
import { historyArea } from './rights.ts'
import { seedHistory } from './story.ts'

export { sentencesOf } from './actions.queries.ts'
export { changedAt, idsOf, ofOthersAlone } from './history.queries.ts'

export const history: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'event',
      label: { one: 'actie', many: 'acties' },
      history: false,
      area: historyArea,
      table: 'history',
      // Which types a viewer may see is known to the registry; the screens add it to their queries.
      visibleTo: () => sql<SqlBool>`true`,
      open: '/logs/view/{id}',
    },
  ],
  jobs: { 'history.forget': forgetUnshown },
  crons: { 'history.forget': '7 * * * *' },
  story: seedHistory,
  nav: [
    {
      label: 'Historie',
      icon: 'history',
      href: '/history',
      key: 'h',
      area: settingsArea,
      order: 86,
      setup: true,
    },
  ],
  gifts: [
    give(historyLabels, [systemLabels]),
    // What was written of somebody stays with the number it was written of.
    give(mergeStrategies, [{ table: 'history', column: 'record_id', merges: 'stays' }]),
    give(personData, [historyData]),
    give(popupTabs, [
      {
        record: (type, _viewer, registry) => labelsOf(registry).has(type.type),
        key: 'history',
        label: 'Historie',
        icon: 'history',
        area: historyArea,
        order: 900,
        under: 'contact',
        url: (id, type) => `/events/of/${type}/${id}?embed=1`,
      },
    ]),
  ],
}
