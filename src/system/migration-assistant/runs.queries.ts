import type { Db, Trx } from '../../platform/database/types.ts'
import type { Outcome } from '../importing/judging.rules.ts'
import type { Keepers } from './steps.rules.ts'
import type { Source } from './types.ts'

export interface OpenRun {
  id: number
  source: Source
  file_names: string | null
  unread: string | null
  /** Of debtor numbers that several have: who keeps it. */
  keepers: Keepers
  created_at: Date
  finished_at: Date | null
}

const runs = (db: Db | Trx) =>
  db
    .selectFrom('migration_runs')
    .select(['id', 'source', 'file_names', 'unread', 'keepers', 'created_at', 'finished_at'])
    .$narrowType<Pick<OpenRun, 'source' | 'keepers'>>()

/** The run that is going on. */
export const findOpenRun = (db: Db | Trx): Promise<OpenRun | undefined> =>
  runs(db).where('finished_at', 'is', null).executeTakeFirst()

export const findRun = (db: Db | Trx, id: number): Promise<OpenRun | undefined> =>
  runs(db).where('id', '=', id).executeTakeFirst()

/** The last ones that ended. */
export const listEndedRuns = (db: Db | Trx): Promise<OpenRun[]> =>
  runs(db).where('finished_at', 'is not', null).orderBy('id', 'desc').limit(5).execute()

export interface Progress {
  what: string
  /** Rows that the older system had when it was asked. */
  total: number
  parts: number[]
  fetched: number
  done_at: Date | null
}

/** How far each kind is, as far as it has begun. */
export async function listProgress(db: Db | Trx, run: number): Promise<Map<string, Progress>> {
  const rows = await db
    .selectFrom('migration_steps as steps')
    .select(['what', 'total', 'parts', 'done_at'])
    .select((eb) =>
      eb
        .selectFrom('migration_rows as rows')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('rows.run_id', '=', 'steps.run_id')
        .whereRef('rows.what', '=', 'steps.what')
        .where('rows.part', 'is not', null)
        .as('fetched'),
    )
    .where('run_id', '=', run)
    .execute()
  return new Map(rows.map((row) => [row.what, { ...row, fetched: Number(row.fetched) }]))
}

export interface Moved {
  what: string
  line: number
  old_id: string
  /** Null of what was not taken over. */
  outcome: Outcome | null
  why: string | null
  record_id: number | null
}

/** What became of each row. */
export const listMoved = (db: Db | Trx, run: number): Promise<Moved[]> =>
  db
    .selectFrom('migration_rows')
    .select(['what', 'line', 'old_id', 'outcome', 'why', 'record_id'])
    .$narrowType<Pick<Moved, 'outcome'>>()
    .where('run_id', '=', run)
    .orderBy('what')
    .orderBy('line')
    .execute()

export interface MovedCount {
  what: string
  outcome: Outcome
  count: number
}

/** How many came to what, of each kind. */
export async function countMoved(db: Db | Trx, run: number): Promise<MovedCount[]> {
  const rows = await db
    .selectFrom('migration_rows')
    .select(['what', 'outcome', (eb) => eb.fn.countAll<string>().as('count')])
    .where('run_id', '=', run)
    .where('outcome', 'is not', null)
    .groupBy(['what', 'outcome'])
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as Outcome, count: Number(row.count) }))
}
