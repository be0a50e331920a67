import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { tellDouble } from './bookings.queries.ts'

export { permitDoubles } from './bookings.commands.ts'
export { conflictsRead } from './conflicts.forms.ts'
export {
  type Conflict,
  type ConflictsRead,
  type Doubted,
  conflictKey,
  conflictWith,
  conflictsOf,
  readText,
  refuseUnread,
  unreadOf,
} from './conflicts.rules.ts'
export { type Permitted, listPermitted } from './bookings.queries.ts'

/** That nobody and no room is booked twice at a time, unless a planner permitted it. */
export const bookings: ModulePart = {
  constraints: {
    bookings_apart: {
      field: '_form',
      message: 'Iemand of een lokaal zou dan twee keer tegelijk bezet zijn.',
      told: ({ db, registry }, detail) => tellDouble(db, registry, detail),
    },
  },
  gifts: [
    give(mergeStrategies, [{ record: 'contact', table: 'double_bookings', column: 'contact_id', merges: 'drop' }]),
  ],
}
