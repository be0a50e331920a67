import type { Expression } from 'kysely'
import type { Area, Right } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Records } from '../../manifest.ts'
import { point } from '../../points.ts'
import type { Action, RecordRef } from '../models.ts'

/**
 * A button, an entry of the dots menu, or a step of the work on a record, that one module adds to the popup of another's
 * records: a string, not an import.
 */
export interface PopupAction {
  /** The record type whose popup gets it. */
  record: string
  place: 'button' | 'menu' | 'step'
  /** Among those of the popup itself, which have 50 where they say nothing else. */
  order: number
  /** Whose right it wants: that of the screen it leads to. */
  area: Area
  right: Right
  /** The action for this viewer, who has only the roles that give the right. */
  action(record: RecordRef, viewer: Viewer): Action
  /** Whether it applies to this record, as SQL that runs in the same query as the counts of the tabs. */
  when?(viewer: Viewer, id: number, records: Records): Expression<unknown>
  /** Of a step: whether it stands in the record itself, and so not in the head as well. */
  inside?: true
  /** Of a step: whether it is what comes next for this record, as SQL in the same query. */
  next?(viewer: Viewer, id: number, records: Records): Expression<unknown>
}

export const popupActions = point<PopupAction>('popup actions')
