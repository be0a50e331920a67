import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { evaluationsArea } from '../questionnaires/rights.ts'
import { widgets } from '../../../system/dashboard/points.ts'
import { evaluationsWidget } from './widget.ts'
import * as screens from './statistics.screens.ts'

/** What came out of evaluations. */
export const statistics: ModulePart = {
  screens: Object.values(screens),
  gifts: [
    give(widgets, [evaluationsWidget]),
    give(
      popupActions,
      (['evaluation', 'course', 'establishment', 'company'] as const).map((record, i) => ({
        record,
        place: record === 'evaluation' ? ('button' as const) : ('menu' as const),
        order: 31 + i,
        area: evaluationsArea,
        right: 'view' as const,
        action: ({ id }) => ({
          label: 'Uitkomsten',
          icon: 'chart-bar',
          kind: 'popup' as const,
          url: `/evaluations/statisticsView/${record}/${id}`,
        }),
      })),
    ),
  ],
}
