import type { Trx } from './database/types.ts'
import { point } from './points.ts'

/**
 * What happens to a row of this table when two records become one and the kept one has such a row already, e.g. both
 * are enrolled in the same part. Without one such a merge is refused.
 */
export interface MergeSettlement {
  /** Record type of the two. */
  record: string
  table: string
  /** `row` cannot be moved to the kept record; 'drop': it says nothing that the kept record's own does not say. */
  settle:
    'drop' | ((trx: Trx, what: { row: Record<string, unknown> & { id: number }; keptId: number }) => Promise<void>)
}

export const mergeSettlements = point<MergeSettlement>('merge settlements')
