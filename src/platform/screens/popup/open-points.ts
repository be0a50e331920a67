import type { Expression } from 'kysely'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { KnownRecord, Records } from '../../manifest.ts'
import { point } from '../../points.ts'
import type { Services } from '../../services.ts'
import { type GuardedAction, MIDDLE, permittedActions } from './guarded-actions.ts'
import type { RecordRef, TodoLine, TodoModel } from '../models.ts'

/** A line of 'Nog te doen' as a module tells it; what its viewer may not do has no way there. */
export type OpenLine = Omit<TodoLine, 'action'> & { action?: GuardedAction }
/** With its place among the others. */
type Line = OpenLine & { order?: number }

/** Something that has to be done for a record, told by the module that knows: a string, not an import. */
export interface OpenPoint {
  /** The record type in whose popup it stands, or which types do. */
  record: string | ((type: KnownRecord) => boolean)
  /** Among the others; those of the popup itself have 50 where they say nothing else. */
  order: number
  /** Whose right shows it. */
  area: Area
  /** What it takes to tell, as JSON in the query of the popup; null where there is nothing to do or to have done. */
  ask(viewer: Viewer, id: number, records: Records, type: string): Expression<unknown>
  line(answer: unknown, record: RecordRef, viewer: Viewer, services: Services): OpenLine | null
}

export const openPoints = point<OpenPoint>('open points')

/** The checklist of a record, in order; null for who has nothing to see in it. */
export function todoModel(viewer: Viewer, own: Line[], added: Line[]): TodoModel | null {
  const lines = [...own, ...added].sort((a, b) => (a.order ?? MIDDLE) - (b.order ?? MIDDLE))
  if (lines.length === 0) return null
  const shown = lines.map(({ action, order: _order, ...line }): TodoLine => {
    const allowed = action && permittedActions(viewer, [action])[0]
    return { ...line, ...(allowed ? { action: allowed } : {}) }
  })
  return { lines: shown, done: shown.filter(({ state }) => state === 'done').length }
}
