import type { Area, Right } from '../../access/rights.ts'
import { type Viewer, isOffered, may } from '../../access/viewer.ts'
import type { Action } from '../models.ts'

export type GuardedAction = Action & {
  /** A right of its own, where that is more than the right to its screen. */
  area?: Area
  right?: Right
  /** Its position in a popup among the others, including those that other modules add; 50 unless given. */
  order?: number
  /** The module whose it is, where it leads to one that can be switched off. */
  module?: string
}

/** Actions whose target the viewer has no right to are left out before the view sees them. */
export function permittedActions(viewer: Viewer, actions: GuardedAction[] = []): Action[] {
  return actions
    .filter(
      ({ area, right, module }) => (area === undefined || may(viewer, area, right)) && isOffered(viewer, { module }),
    )
    .map(({ area: _area, right: _right, order: _order, module: _module, ...action }) => action)
}

/** The place of what says nothing of it. */
export const MIDDLE = 50

/** The actions of a popup and those that others add to it, by their place. */
export const inOrder = (own: GuardedAction[] = [], added: GuardedAction[]): GuardedAction[] =>
  [...own, ...added].sort((a, b) => (a.order ?? MIDDLE) - (b.order ?? MIDDLE))
