import type { Db } from '../../../src/platform/database/types.ts'

export const withKeptPlan = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> => read(db)
