import { sql } from 'kysely'
import type { Db } from '../database/types.ts'

const SETTINGS = sql`set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off`
const DEFAULTS = sql`set plan_cache_mode to default; set enable_seqscan to default; set jit to default`

/**
 * Does a read of many branches with the plan that was made when it was first sent. PostgreSQL counts the time of planning
 * for next to nothing and plans such a statement anew each time, which takes longer than reading what it asks for. Each
 * branch must have its index, since a plan that knows no values would rather walk the table; one that has none would seem
 * so dear that a server which compiles dear plans would compile all of them.
 */
export const withKeptPlan = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (one) => {
    await SETTINGS.execute(one)
    try {
      return await read(one)
    } finally {
      await DEFAULTS.execute(one)
    }
  })
