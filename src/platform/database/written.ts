import type { CompiledQuery } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { Db, Trx } from './types.ts'

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/** A name that no other query has, the viewer by whose rights it is written, and the ids that it asks for. */
interface Asked {
  viewer: Viewer
  name: string
  ids?: number[]
}

/** Stand for the ids while a query is written, counted down: numbers that mean nothing else in any of them. */
const STAND_IN = 2_147_483_579
/** More queries than the people of one process ask for at once; beyond it all are written anew. */
const MOST_KEPT = 4_000
/** A list is searched in the way that its statistics suggest, which change by the hour. */
const KEPT_FOR_MS = 60_000
type Kept = Map<string, { query: CompiledQuery<unknown> | null; at: number }>
/** Of each database its own: what its queries hold follows from the areas that work with it. */
const keptOf = new WeakMap<Db | Trx, Kept>()

/**
 * The rows of a query that is asked often. Writing the SQL of a large query takes longer than asking it, so that is done
 * once a minute per viewer, with stand-ins for the ids.
 *
 * @param write has to depend on nothing but the viewer's rights and the ids: neither on the clock nor on preferences
 */
export async function rowsOnceWritten<Row>(
  db: Db | Trx,
  { viewer, name, ids = [] }: Asked,
  write: (...ids: number[]) => Query<Row> | Promise<Query<Row>>,
): Promise<Row[]> {
  const rights = [viewer.id, viewer.contactId, viewer.isSupport, viewer.isDeveloper, ...viewer.roles]
  const key = [name, ids.length, ...rights].join()
  let kept = keptOf.get(db)
  if (!kept) keptOf.set(db, (kept = new Map() as Kept))
  let known = kept.get(key)
  if (known === undefined || Date.now() - known.at > KEPT_FOR_MS) {
    const standIns = ids.map((_id, i) => STAND_IN - i)
    const query = (await write(...standIns)).compile()
    known = { query: isTimeless(query) && isExchangeable(query, standIns) ? query : null, at: Date.now() }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, known)
  }
  const query = known.query as CompiledQuery<Row> | null
  if (query === null) return (await db.executeQuery((await write(...ids)).compile())).rows
  const parameters = query.parameters.map((value) => ids[STAND_IN - Number(value)] ?? value)
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/** What depends on the clock is not true for long. */
function isTimeless({ parameters }: CompiledQuery): boolean {
  return !parameters.some((value) => value instanceof Date)
}

/** An id inside the text or inside another value cannot be exchanged. */
function isExchangeable({ sql: text, parameters }: CompiledQuery, standIns: number[]): boolean {
  const others = parameters.filter((value) => !standIns.includes(value as number))
  const elsewhere = `${text} ${JSON.stringify(others)}`
  return standIns.every((standIn) => !elsewhere.includes(String(standIn)))
}
