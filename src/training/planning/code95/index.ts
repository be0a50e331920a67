import type { ModulePart } from '../../../platform/manifest.ts'
import { seedCode95 } from './story.ts'

export { isUnreported } from './overdue.queries.ts'
export { findCounted, listRemarks } from './code95.queries.ts'
export { listCountedParts, listHours } from './hours.queries.ts'
export { DAY_MINUTES, type Hours, LATE_MINUTES, inTimeUntil, isLate } from './hours.rules.ts'
export { type Remark, announceBy, dayText, reportBy } from './code95.rules.ts'

/** Training of professional drivers that the CBR recognises: when it counts. */
export const code95: ModulePart = { story: seedCode95 }
