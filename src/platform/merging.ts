import type { Trx } from './database/types.ts'
import { point } from './points.ts'

/** Resolves the conflict when a row cannot be moved to the kept record, since that has such a row already. */
export type ResolveConflict = (
  trx: Trx,
  what: { row: Record<string, unknown> & { id: number }; keptId: number },
) => Promise<void>

/**
 * What becomes of the rows that refer to a record when it and another are merged; declared by the module whose table it
 * is, for every column that refers to records.
 */
export interface MergeStrategy {
  /** Record type of the two; left out for a column that refers to records of any type, which another column names. */
  record?: string
  table: string
  column: string
  /**
   * - `moves`: from now on they refer to the kept record. When that has such a row already, of which there can be only
   *   one, the merge is refused; a record of the same type, such as a company below this one, is only let go of.
   * - `drop`: they move likewise, but go when the kept record has one: they say nothing that its own does not say.
   * - a function: they move likewise; where the kept record has one, the module says what becomes of the two.
   * - `stays`: they are left alone, for they tell of the past: a final invoice never changes its debtor. When a foreign
   *   key holds on to the record that goes, the merge is refused.
   */
  merges: 'moves' | 'stays' | 'drop' | ResolveConflict
}

export const mergeStrategies = point<MergeStrategy>('merge strategies')
