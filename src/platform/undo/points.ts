import type { Viewer } from '../access/viewer.ts'
import type { Trx } from '../database/types.ts'
import { point } from '../points.ts'
import type { Registry } from '../registry.ts'
import type { Services } from '../services.ts'
import { type RowChange, sideOf } from './net-changes.ts'

/** By whom, and which change set is given back. */
export interface JudgeContext {
  viewer: Viewer
  services: Services
  set: number
}

/** Names a row of any table. */
export type RowName = Pick<RowChange, 'table' | 'id'>

/** What a module has to say when rows of its table are given back: the rules of its own commands, which go on. */
export interface Restoring {
  table: string
  /** What rows of it that came or went have in common when they come back together or not at all. */
  together?: (change: RowChange) => unknown
  /**
   * The row of another table with which a row of it comes back or not at all, by the id of the one: of an account that of
   * its owner.
   */
  partOf?: (trx: Trx, changes: RowChange[]) => Promise<ReadonlyMap<number, RowName>>
  /**
   * Rows of a set, of any table, that follow from its own rows and are not given back themselves: `judge` sees to them, once
   * what they follow from is as it was.
   */
  follows?: (changes: readonly RowChange[]) => RowName[]
  /** Locks what its commands lock first, in their order. */
  lock?: (trx: Trx, changes: RowChange[], registry: Registry) => Promise<unknown>
  /**
   * Judges rows that were written as they were before, once all are.
   * @throws HttpError with why they cannot be
   */
  judge?: (trx: Trx, changes: RowChange[], ctx: JudgeContext) => Promise<void>
  /**
   * What people are told by itself as things stand, as far as rows of a set, of any table, have to do with it: asked before
   * and after they are given back, so that what undoing adds is known before it is done.
   */
  tells?: (trx: Trx, changes: readonly RowChange[]) => Promise<Told[]>
}

/** So many mails of a message, by its name. */
export interface Told {
  template: string
  mails: number
}

export { type RowChange, sideOf }

export const restorings = point<Restoring>('restoring')
