import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { selectionActions } from '../../../platform/screens/table/selection-actions.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import * as screens from './autopilot.screens.ts'
import * as message from './message.screens.ts'
import { seedAutopilot } from './story.ts'

const access = { area: enrolmentPlanningArea, right: 'change' } as const
const label = 'Herhalingen inplannen'
const url = '/courseRefresher/proposal'

/** Proposes where people go who have to take something again: places in plannings that are there, and new plannings. */
export const autopilot: ModulePart = {
  screens: [message, screens].flatMap((declared) => Object.values(declared)),
  create: [
    {
      action: { label, icon: 'calendar-plus', kind: 'popup', url },
      command: label,
      area: enrolmentPlanningArea,
    },
  ],
  story: seedAutopilot,
  gifts: [
    give(selectionActions, [
      {
        record: 'refresher',
        action: { label: 'Inplannen', icon: 'calendar-plus', kind: 'popup', url, order: 20, ...access },
      },
    ]),
    give(popupActions, [
      {
        record: 'company',
        place: 'menu',
        order: 60,
        ...access,
        action: ({ id }) => ({ label, icon: 'calendar-plus', kind: 'popup', url: `${url}?company_id=${id}` }),
      },
    ]),
  ],
}
