import type { Db, Trx } from '../../platform/database/types.ts'
import type { Outcome } from '../importing/index.ts'
import type { Keepers } from './steps.rules.ts'
import type { Source } from './types.ts'

export interface OpenMove {
  id: number
  source: Source
  file_names: string | null
  unread: string | null
  /** Of debtor numbers that several have: who keeps it. */
  keepers: Keepers
  created_at: Date
  finished_at: Date | null
}

const moves = (db: Db | Trx) =>
  db
    .selectFrom('migration_moves')
    .select(['id', 'source', 'file_names', 'unread', 'keepers', 'created_at', 'finished_at'])
    .$narrowType<Pick<OpenMove, 'source' | 'keepers'>>()

/** The move that is going on. */
export const findOpenMove = (db: Db | Trx): Promise<OpenMove | undefined> =>
  moves(db).where('finished_at', 'is', null).executeTakeFirst()

export const findMove = (db: Db | Trx, id: number): Promise<OpenMove | undefined> =>
  moves(db).where('id', '=', id).executeTakeFirst()

/** The last ones that ended. */
export const listEndedMoves = (db: Db | Trx): Promise<OpenMove[]> =>
  moves(db).where('finished_at', 'is not', null).orderBy('id', 'desc').limit(5).execute()

export interface Progress {
  what: string
  /** Rows that the older system had when it was asked. */
  total: number
  parts: number[]
  fetched: number
  done_at: Date | null
}

/** How far each kind is, as far as it has begun. */
export async function listProgress(db: Db | Trx, move: number): Promise<Map<string, Progress>> {
  const rows = await db
    .selectFrom('migration_steps as steps')
    .select(['what', 'total', 'parts', 'done_at'])
    .select((eb) =>
      eb
        .selectFrom('migration_rows as rows')
        .select((count) => count.fn.countAll<string>().as('count'))
        .whereRef('rows.move_id', '=', 'steps.move_id')
        .whereRef('rows.what', '=', 'steps.what')
        .where('rows.part', 'is not', null)
        .as('fetched'),
    )
    .where('move_id', '=', move)
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
export const listMoved = (db: Db | Trx, move: number): Promise<Moved[]> =>
  db
    .selectFrom('migration_rows')
    .select(['what', 'line', 'old_id', 'outcome', 'why', 'record_id'])
    .$narrowType<Pick<Moved, 'outcome'>>()
    .where('move_id', '=', move)
    .orderBy('what')
    .orderBy('line')
    .execute()

export interface MovedCount {
  what: string
  outcome: Outcome
  count: number
}

/** How many came to what, of each kind. */
export async function countMoved(db: Db | Trx, move: number): Promise<MovedCount[]> {
  const rows = await db
    .selectFrom('migration_rows')
    .select(['what', 'outcome', (eb) => eb.fn.countAll<string>().as('count')])
    .where('move_id', '=', move)
    .where('outcome', 'is not', null)
    .groupBy(['what', 'outcome'])
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as Outcome, count: Number(row.count) }))
}
