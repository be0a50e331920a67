import type { Db, Trx } from '../../../platform/database/types.ts'
import { readSetting } from '../../../system/settings/index.ts'

/** So many days before a work month its orders are made. */
export const daysAhead = async (db: Db | Trx): Promise<number> => (await readSetting(db, 'inspections')).days_ahead
