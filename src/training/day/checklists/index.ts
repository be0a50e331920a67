import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { checklistsArea } from '../../../system/checklists/rights.ts'
import { filledBlockers, hasOne } from './checklists.queries.ts'
import * as screens from './checklists.screens.ts'
import { checklistStep, openChecklists } from './planning.todo.ts'
import { seedPartChecklists } from './story.ts'

export { openChecklistName } from './checklists.queries.ts'

/** The checklist of a course, filled in for each of its parts. */
export const partChecklists: ModulePart = {
  screens: Object.values(screens),
  nav: [
    {
      group: 'courses',
      label: 'Checklists',
      icon: 'checklist',
      href: '/checklists',
      area: checklistsArea,
      order: 3,
      lists: { teacher: 6 },
    },
  ],
  story: seedPartChecklists,
  gifts: [
    give(popupTabs, [
      {
        record: 'appointment',
        key: 'checklist',
        label: 'Checklist',
        icon: 'checklist',
        area: checklistsArea,
        order: 35,
        url: (id) => `/checklist/ofAppointment/${id}`,
        when: (_viewer, id) => hasOne(id),
      },
    ]),
    give(popupActions, [checklistStep]),
    give(openPoints, [openChecklists]),
    give(blockers, [{ record: 'appointment', reasons: filledBlockers }]),
  ],
}
