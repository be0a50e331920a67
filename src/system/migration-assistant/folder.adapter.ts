import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Target } from '../importing/index.ts'
import { isNumbered } from './steps.rules.ts'
import type { OldRow, OldSystem } from './types.ts'

/** Files of an older system, whose rows were put ready when they came in. */
export const folderSystem = (db: Db | Trx, move: number, targets: readonly Target[]): OldSystem => ({
  counts: async () => {
    const rows = await db
      .selectFrom('migration_rows')
      .select(['what', (eb) => eb.fn.countAll<string>().as('count')])
      .where('move_id', '=', move)
      .groupBy('what')
      .execute()
    return new Map(rows.map(({ what, count }) => [what, Number(count)]))
  },
  read: async (what, from, count) => {
    const rows = await db
      .selectFrom('migration_rows')
      .select(['old_id', 'cells'])
      .where('move_id', '=', move)
      .where('what', '=', what)
      .orderBy('line')
      .offset(from)
      .limit(count)
      .execute()
    return rows as OldRow[]
  },
  numbered: async () => {
    const rows = await db
      .selectFrom('migration_rows')
      .select(['what', 'old_id', 'cells'])
      .where('move_id', '=', move)
      .where('what', 'in', ['', ...targets.filter(isNumbered).map(({ name }) => name)])
      .where(sql<boolean>`cells ? 'client_id'`)
      .orderBy('what')
      .orderBy('line')
      .execute()
    return rows as (OldRow & { what: string })[]
  },
})
