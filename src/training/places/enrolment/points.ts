/** What is offered beside a planning with too few places, and what is said of who comes. */
import type { Expression } from 'kysely'
import type { Area, Right } from '../../../platform/access/rights.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/database/types.ts'
import { point } from '../../../platform/points.ts'
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'

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

/** What is said of people before they are enrolled, such as what a register will ask of them, and what can be done. */
export interface EnrolNotice {
  sentences: string[]
  actions: GuardedAction[]
}

export const enrolNotices = point<{
  area: Area
  ask: (
    db: Db,
    config: Config,
    of: { planningId: number; partId: number; contactIds: readonly number[] },
  ) => Promise<EnrolNotice>
}>('what is said of who is to be enrolled')
