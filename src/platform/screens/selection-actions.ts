import { point } from '../points.ts'
import type { GuardedAction } from './guarded-actions.ts'

/** What one module adds to the bar above the chosen rows of another's list: a string, not an import. */
export interface SelectionAction {
  /** The record type of the list, which offers something to do with its rows already. */
  record: string
  /** It gets the ids as `ids`. Its `order` is among those of the list, which have 50 where they say nothing else. */
  action: GuardedAction
}

export const selectionActions = point<SelectionAction>('selection actions')
