import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { isToBeFinished, isUnfinished } from '../../planning/appointments/index.ts'
import { finishWizard } from './finish.screens.ts'
import { refresherSuggestions } from './suggestions.screens.ts'
import { finishArea } from '../../rights.ts'

export const finish: ModulePart = {
  screens: [finishWizard, refresherSuggestions],
  gifts: [
    give(firstSteps, [
      {
        order: 60,
        label: 'De eerste certificaten',
        text: 'Vul na de opleiding de resultaten in en rond de planning af.',
        done: sql<boolean>`exists (select 1 from certificates)`,
        href: '/plannings?when=all',
        area: finishArea,
        popup: false,
      },
    ]),
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
