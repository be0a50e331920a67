import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareRepeated } from '../fast/prepared-reads.ts'
import type { DB } from './schema.ts'
import { limitWriters } from './writers-gate.ts'
import { countWrites } from '../fast/counted-writes.ts'
import { limitTime, openStopper } from './time-limit.ts'

/** An open database: Kysely for queries, the pool for the libraries that want one, `close` for the end. */
export interface Database {
  db: Kysely<DB>
  pool: pg.Pool
  close: () => Promise<void>
}

export interface DatabaseOptions {
  /** Largest number of connections. */
  max: number
  /** Milliseconds after which PostgreSQL cancels a statement; 0 lets it run. */
  statementTimeout?: number
  /** Told about a connection that broke; the pool replaces it. Without one the process warns on standard error. */
  onError?: (error: Error) => void
}

const OID = { int8: 20, numeric: 1700, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 } as const

/** How alike a word must be to be found (0–1): PostgreSQL's own 0.6 misses 'dykstra' for Dijkstra. */
const LIKENESS = 0.45

/** How values leave PostgreSQL, in one place; `schema.ts` is generated to agree with it. */
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(OID.int8, safeInteger)
// Amounts must not pass through a float: numeric stays text until a decimal type reads it.
parsers.setTypeParser(OID.numeric, (value) => value)
// A day has no time zone; as a Date it would be the midnight of whatever zone the server is in.
parsers.setTypeParser(OID.date, (value) => value)
parsers.setTypeParser(OID.int8Array, (value) => textArray(value).map((item) => item && safeInteger(item)))
parsers.setTypeParser(OID.dateArray, textArray)

/**
 * Opens a pool whose sessions think in Dutch wall-clock time. Connections are made when first needed.
 * bigint comes back as number, numeric as string, date as `YYYY-MM-DD`, timestamptz as Date.
 */
export function openDatabase(
  connectionString: string,
  { max, statementTimeout = 30_000, onError = (error) => process.emitWarning(error) }: DatabaseOptions,
): Database {
  const server = { connectionString, application_name: 'noordkaap', connectionTimeoutMillis: 10_000 }
  const pool = new pg.Pool({
    ...server,
    max,
    types: parsers,
    // A server that compiles queries first (jit) takes seconds for conditions of many branches that it answers in one
    // hundredth of that.
    options: `-c TimeZone=Europe/Amsterdam -c jit=off -c lock_timeout=10s -c pg_trgm.word_similarity_threshold=${LIKENESS}`,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
  })
  let closing = false
  // A broken connection is an event on the connection while it is lent out, and on the pool too while it is idle:
  // either without a listener ends this process when the server restarts.
  pool.on('connect', (client) => client.on('error', (error) => closing || onError(error)))
  pool.on('error', () => undefined)
  pool.on('connect', prepareRepeated)
  pool.on('connect', (client) => countWrites(pool, client))
  const stopper = openStopper(server)
  pool.on('connect', (client) => limitTime(client, stopper.stop))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  limitWriters(db, max)
  const close = async () => {
    // The pool does not wait until the server has closed the connection; errors in the meantime do not matter.
    closing = true
    await Promise.all([db.destroy(), stopper.close()])
  }
  return { db, pool, close }
}

/** @throws {RangeError} beyond 2^53, where a number can no longer hold every whole number */
function safeInteger(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit in a number`)
  return number
}

function textArray(value: string): (string | null)[] {
  const parse = pg.types.getTypeParser(OID.textArray as number) as (text: string) => (string | null)[]
  return parse(value)
}
