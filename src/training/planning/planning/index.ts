import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { appointmentsVisibleTo } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { planStep, unplannedCourse } from './course.todo.ts'
import { duplicateActions, planningDuplicate } from './duplicating/duplicating.screens.ts'
import { messageAction } from './message.todo.ts'
import * as occupations from './occupations.screens.ts'
import { optionAction, planningOption } from './option.screens.ts'
import { planningFields } from './planning.fields.ts'
import { addAddress, planningAdd, predictedTable } from './planning.screens.ts'
import { seriesAdd } from './series/series.screens.ts'

export { listCompanyIds } from './duplicating/duplicating.queries.ts'
export { planCourse } from './planning.commands.ts'
export { optionDay } from './planning.forms.ts'
export { type PlannedCourse, findPlannable, listRoomChoices } from './planning.queries.ts'
export { OPTION_DAYS, predictParts, type PredictedPart, type Timing, type WallMoment } from './planning.rules.ts'

export const planning: ModulePart = {
  screens: [
    planningAdd,
    seriesAdd,
    predictedTable,
    addAddress,
    ...Object.values(occupations),
    planningOption,
    planningDuplicate,
  ],
  records: [
    {
      type: 'appointment_group',
      label: { one: 'planning', many: 'planningen' },
      area: appointmentsArea,
      table: 'appointment_groups',
      visibleTo: (viewer) => sql<SqlBool>`exists (
        select 1 from appointments where appointments.group_id = appointment_groups.id
        and ${appointmentsVisibleTo(viewer)})`,
      open: null,
      fields: planningFields,
    },
  ],
  create: [
    {
      action: {
        label: 'Planning',
        icon: 'calendar-plus',
        kind: 'popup',
        url: '/calendar/add',
        synonyms: ['inplannen'],
      },
      command: 'Nieuwe planning',
      key: 'p',
      area: appointmentsArea,
    },
    {
      action: { label: 'Reeks planningen', icon: 'repeat', kind: 'popup', url: '/calendar/add-series' },
      command: 'Nieuwe reeks planningen',
      area: appointmentsArea,
    },
  ],
  gifts: [
    give(popupActions, [optionAction, ...duplicateActions, messageAction, planStep]),
    give(openPoints, [unplannedCourse]),
    give(historyLabels, [
      { appointment_group: { fields: { imported: 'Geïmporteerd', old_number: 'Nummer in het vorige systeem' } } },
    ]),
    give(firstSteps, [
      {
        order: 40,
        label: 'De eerste planning',
        text: 'Kies opleiding, datum en docent; daarna schrijft u in.',
        done: sql<boolean>`exists (select 1 from appointments)`,
        href: '/calendar/add',
        area: appointmentsArea,
        popup: true,
      },
    ]),
  ],
}
