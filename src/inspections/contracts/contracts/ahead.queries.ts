import type { Db, Trx } from '../../../platform/database/types.ts'
import { DAYS_AHEAD } from './contracts.rules.ts'

/** So many days before a work month its orders are made. */
export const daysAhead = async (_db: Db | Trx): Promise<number> => DAYS_AHEAD
