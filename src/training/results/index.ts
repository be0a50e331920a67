import { may } from '../../platform/access/viewer.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { popupActions } from '../../platform/screens/popup-actions.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import * as screens from './results.screens.ts'
import { resultsArea } from './rights.ts'

export const results: ModulePart = {
  screens: Object.values(screens),
  gifts: [
    give(popupActions, [
      {
        record: 'appointment',
        place: 'button',
        order: 10,
        area: resultsArea,
        right: 'view',
        action: ({ id }, viewer) => ({
          label: 'Aanwezigheid',
          icon: 'user-check',
          kind: 'popup',
          url: `/calendar/results/${id}`,
          // For who teaches this is what the popup is for; who plans has more to do there.
          primary: !may(viewer, appointmentsArea, 'change'),
        }),
      },
    ]),
  ],
}
export {
  type Choice,
  type Result,
  applyChange,
  choiceKey,
  isPossible,
  openChoicesText,
  passedCourse,
} from './results.contract.ts'
export { type Choices, choices } from './results.forms.ts'
export { listResults } from './results.queries.ts'
export { IMPOSSIBLE, resultsModel } from './results.rules.ts'
