import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import * as days from './days.screens.ts'
import { cbrDay } from './days.todo.ts'
import { dayRestoring } from './restoring.ts'
import { seedCode95 } from './story.ts'

export { isUnreported } from './overdue.queries.ts'
export { listRemarks } from './code95.queries.ts'
export { listCountedParts, listHours } from './hours.queries.ts'
export { DAY_MINUTES, type Hours, LATE_MINUTES, inTimeUntil, isLate } from './hours.rules.ts'
export type { Remark } from './code95.rules.ts'

/** Training of professional drivers that the CBR recognises: when it counts, and what the CBR is told of it. */
export const code95: ModulePart = {
  screens: Object.values(days),
  story: seedCode95,
  gifts: [give(openPoints, [cbrDay]), give(restorings, [dayRestoring])],
}
