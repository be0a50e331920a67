import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

/** Statements each connection keeps prepared; beyond it new ones are planned every time. */
const MOST_PREPARED = 400
interface Prepared {
  name: string
  /** Always the same string, so that comparing it with what the connection prepared is no work. */
  text: string
}

/** A statement is worth preparing when it comes a second time. */
const seen = new Map<string, Prepared | null>()

function preparedOf(text: string): Prepared | null {
  const known = seen.get(text)
  if (known !== undefined) {
    if (known !== null) return known
    const prepared = { name: `s${createHash('sha1').update(text).digest('base64url')}`, text }
    seen.set(text, prepared)
    return prepared
  }
  if (seen.size < MOST_PREPARED) seen.set(text, null)
  return null
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Lets PostgreSQL keep the plan of a query that is sent again: parsing and planning cost more than running most of
 * ours. Reads only, since a plan made before a migration must never be what stands between a save and its row.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const original = client.query.bind(client) as Query
  const prepared: Query = (config, values, callback) => {
    if (typeof config !== 'string' || !Array.isArray(values) || !/^[\s(]*(select|with)\b/i.test(config))
      return original(config, values, callback)
    const known = preparedOf(config)
    return known === null ? original(config, values, callback) : original({ ...known, values }, callback)
  }
  client.query = prepared as typeof client.query
}

/**
 * A whole number written into the statement instead of sent beside it. For LIMIT above all: of a limit it does not know
 * PostgreSQL expects a tenth of the table, so that it would rather plan anew each time than keep such a plan.
 * @throws RangeError for anything but a whole number from 0
 */
export function literal(number: number): RawBuilder<number> {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} cannot stand in a statement`)
  return sql.lit(number)
}
