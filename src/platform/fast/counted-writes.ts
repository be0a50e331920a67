import type pg from 'pg'

/** Statements that change nothing; what a transaction changes shows at its COMMIT. */
const READS = /^[\s(]*(select|begin|start|set|rollback|savepoint|release|listen|show|explain|declare|fetch|close)\b/i
const CHANGES = /\b(insert|update|delete|merge)\b/i

const counts = new WeakMap<pg.Pool, number>()

/**
 * How many statements that may have changed something have finished through this pool. Whoever keeps a copy of rows
 * compares: as long as the number stands still, nothing that this process wrote can have made the copy old. A copy
 * takes the number from before it was read.
 */
export function writesThrough(pool: pg.Pool): number {
  return counts.get(pool) ?? 0
}

type Done = (error: unknown, result: unknown) => void
type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** Counts the writes of one of the pool's connections. */
export function countWrites(pool: pg.Pool, client: pg.PoolClient): void {
  const original = client.query.bind(client) as Query
  const count = () => void counts.set(pool, writesThrough(pool) + 1)
  const counting = (done: unknown): unknown =>
    typeof done !== 'function'
      ? done
      : (error: unknown, result: unknown) => {
          count()
          ;(done as Done)(error, result)
        }
  const query: Query = (config, values, callback) => {
    const text = typeof config === 'string' ? config : (config as { text?: unknown } | undefined)?.text
    if (typeof text !== 'string' || !mayChange(text)) return original(config, values, callback)
    const answer = original(config, counting(values), counting(callback))
    if (answer instanceof Promise) void answer.catch(() => undefined).then(count)
    return answer
  }
  client.query = query as typeof client.query
}

function mayChange(text: string): boolean {
  return !READS.test(text) && (!/^\s*with\b/i.test(text) || CHANGES.test(text))
}
