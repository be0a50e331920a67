import { point } from '../../points.ts'
import type { GuardedAction } from '../popup/guarded-actions.ts'

/** What one module adds to the bar above the chosen rows of another's list: a string, not an import. */
export interface SelectionAction {
  /** The record type of the lists that get it; one in a popup has to offer something to do with its rows itself. */
  record: string
  /** It gets the ids as `ids`. Its `order` is among those of the list, which have 50 where they say nothing else. */
  action: GuardedAction
}

export const selectionActions = point<SelectionAction>('selection actions')
