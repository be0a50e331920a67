import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { attention } from '../../../system/attention/points.ts'
import * as movingScreens from './moving-all.screens.ts'
import { waitingDecisions } from './decisions.queries.ts'
import * as screens from './decisions.screens.ts'
import * as minimumScreens from './minimum.screens.ts'
import { decideActions, toDecide } from './planning.todo.ts'
import { decisionsArea } from './rights.ts'
import { seedDecisions } from './story.ts'

/** Go or no-go: whether a planning with too few people, or one that is an option, is given. */
export const decisions: ModulePart = {
  screens: [screens, minimumScreens, movingScreens].flatMap((part) => Object.values(part)),
  story: seedDecisions,
  gifts: [
    give(openPoints, [toDecide]),
    give(popupActions, decideActions),
    give(attention, [
      {
        name: 'to_decide',
        kind: 'decide',
        icon: 'scale',
        tone: 'warning',
        label: { one: 'planning te beslissen', many: 'planningen te beslissen' },
        area: decisionsArea,
        url: '/decisions?due=now',
        rows: waitingDecisions,
      },
    ]),
  ],
}
