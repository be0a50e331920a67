import type { Area } from '../access/rights.ts'
import { type Viewer, may } from '../access/viewer.ts'
import type { Action } from './models.ts'

/** An action that wants a right of its own, where that is more than the right to its screen. */
export type GuardedAction = Action & { area?: Area; right?: 'view' | 'change' }

/** Actions whose target the viewer has no right to are left out before the view sees them. */
export function permittedActions(viewer: Viewer, actions: GuardedAction[] = []): Action[] {
  return actions
    .filter(({ area, right }) => area === undefined || may(viewer, area, right))
    .map(({ area: _area, right: _right, ...action }) => action)
}
