import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { isToBeFinished, isUnfinished } from '../../planning/appointments/index.ts'
import { finishWizard } from './finish.screens.ts'
import { refresherSuggestions } from './suggestions.screens.ts'
import { finishArea } from '../../rights.ts'

export const finish: ModulePart = {
  screens: [finishWizard, refresherSuggestions],
  gifts: [
    give(popupActions, [
      {
        record: 'appointment',
        place: 'step',
        order: 60,
        area: finishArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Afronden',
          icon: 'flag',
          kind: 'popup',
          url: `/calendar/getFinishWizard/${id}`,
        }),
        when: (_viewer, id) => isUnfinished(id),
        next: (_viewer, id) => isToBeFinished(id),
      },
    ]),
  ],
}
