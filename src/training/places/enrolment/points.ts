/** What is offered beside other plannings when one has too few places. */
import type { Expression } from 'kysely'
import type { Area, Right } from '../../../platform/access/rights.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { point } from '../../../platform/points.ts'

/** A popup for who does not fit; it takes them as `ids` in its query. */
export interface WayOut {
  label: string
  /** The same in a sentence, where that says what it is for. */
  short: string
  icon: string
  area: Area
  right: Right
  url(planningId: number): string
  /** Whether the planning of this id can have it, as a scalar SQL expression. */
  when(viewer: Viewer, planningId: number): Expression<boolean>
}

export const waysOut = point<WayOut>('ways out of a full planning')
