import type { Viewer } from '../access/viewer.ts'
import type { Trx } from '../database/types.ts'
import { point } from '../points.ts'
import type { Registry } from '../registry.ts'
import type { Services } from '../services.ts'
import type { RowChange } from './net-changes.ts'

/** By whom, and which change set is given back. */
export interface JudgeContext {
  viewer: Viewer
  services: Services
  set: number
}

/** What a module has to say when rows of its table are given back: the rules of its own commands, which go on. */
export interface Restoring {
  table: string
  /** Locks what its commands lock first, in their order. */
  lock?: (trx: Trx, changes: RowChange[], registry: Registry) => Promise<unknown>
  /**
   * Judges rows that were written as they were before, once all are.
   * @throws HttpError with why they cannot be
   */
  judge?: (trx: Trx, changes: RowChange[], ctx: JudgeContext) => Promise<void>
}

export type { RowChange }

export const restorings = point<Restoring>('restoring')
