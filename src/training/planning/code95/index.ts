import type { ModulePart, ProductModule } from '../../../platform/manifest.ts'
import { seedCode95 } from './story.ts'

export { isUnreported, reportUntil } from './overdue.queries.ts'
export { findCounted, listRemarks } from './code95.queries.ts'
export { listCountedParts, listHours } from './hours.queries.ts'
export { DAY_MINUTES, type Hours, LATE_MINUTES, inTimeUntil, isLate } from './hours.rules.ts'
export { type Remark, announceBy, dayText, reportBy } from './code95.rules.ts'

/** What an organisation that trains no professional drivers does without. */
export const code95Module: ProductModule = { key: 'code95', label: 'Code 95 voor chauffeurs' }

/** Training of professional drivers that the CBR recognises: when it counts. */
export const code95: ModulePart = { module: code95Module, story: seedCode95 }
