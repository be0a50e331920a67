import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { continuedSet } from './continued-set.ts'
import type { Db, Trx } from './types.ts'
import { inTurn } from './writers-gate.ts'

/** In whose name something is done: a person, a program that speaks for itself, or the product (null). */
export type Actor = Pick<Viewer, 'id' | 'actedBy'> | { program: string } | null

/** Serialization failure and deadlock: the same work may succeed on a next try. */
const RETRYABLE = new Set(['40001', '40P01'])
const RETRIES = 2

/** SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Runs `work` in one READ COMMITTED transaction in the name of `actor` (null: the system), so that the history rows
 * that the database writes carry who did it; they are one change set, that of the save that queued it for a job. Deadlocks and serialization failures are tried again twice; `work` may
 * therefore run more than once and must touch nothing but `trx`.
 */
export async function inTransaction<T>(db: Db, actor: Actor, work: (trx: Trx) => Promise<T>): Promise<T> {
  const set = continuedSet()
  for (let attempt = 0; ; attempt++) {
    try {
      return await inTurn(db, () =>
        db.transaction().execute(async (trx) => {
          if (isProgram(actor))
            await sql`select set_config('noordkaap.actor_name', ${actor.program}, true)`.execute(trx)
          else if (actor || set !== null)
            await sql`
            select set_config('noordkaap.actor', ${text(actor?.id)}, true),
                   set_config('noordkaap.acted_by', ${text(actor?.actedBy?.id)}, true),
                   set_config('noordkaap.change_set', ${text(set)}, true)
          `.execute(trx)
          return await work(trx)
        }),
      )
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}

const isProgram = (actor: Actor): actor is { program: string } => actor !== null && 'program' in actor

const text = (id: number | null | undefined): string => String(id ?? '')
