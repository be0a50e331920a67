/** Statements that are not worth waiting for: what takes too long is stopped, so that nobody waits for its connection. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { sqlState } from './transaction.ts'

/** The state of a statement that was cancelled. */
const STOPPED = '57014'

/** A statement was stopped because it took longer than its work may. */
export class TookTooLong extends Error {
  override name = 'TookTooLong'
}

const limits = new AsyncLocalStorage<number>()

/**
 * Does work of which no statement may take longer than this.
 * @throws TookTooLong as soon as one does; its connection is free again then
 */
export const within = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => limits.run(milliseconds, work)

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown
/** Asks PostgreSQL to stop what a connection is doing. */
type Stop = (connection: number) => Promise<unknown>

/**
 * What stops the statements of a pool: over a connection of its own, since those of the pool may all be waiting. None is
 * open until one is needed.
 */
export function openStopper(config: pg.PoolConfig): { stop: Stop; close: () => Promise<void> } {
  const spare = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 5_000 })
  spare.on('error', () => undefined)
  return {
    stop: (connection) => spare.query('select pg_cancel_backend($1)', [connection]),
    close: () => spare.end(),
  }
}

/** Keeps the statements of one of the pool's connections to the time of the work that they are for. */
export function limitTime(client: pg.PoolClient, stop: Stop): void {
  const original = client.query.bind(client) as Query
  const query: Query = (config, values, callback) => {
    const answer = original(config, values, callback)
    const limit = limits.getStore()
    if (limit === undefined || !(answer instanceof Promise)) return answer
    return stopAfter(limit, answer, () => stop((client as unknown as { processID: number }).processID))
  }
  client.query = query as typeof client.query
}

async function stopAfter<T>(limit: number, answer: Promise<T>, stop: () => Promise<unknown>): Promise<T> {
  const sent: Promise<unknown>[] = []
  // Where it cannot be stopped, the limit of all statements is left (`connection.ts`).
  const timer = setTimeout(() => sent.push(stop().catch(() => undefined)), limit)
  try {
    return await answer
  } catch (error) {
    throw sent.length > 0 && sqlState(error) === STOPPED ? new TookTooLong() : error
  } finally {
    clearTimeout(timer)
    // Or it would stop what comes next over this connection.
    await Promise.all(sent)
  }
}
