import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../access/viewer.ts'
import type { Db, Trx } from '../database/types.ts'

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
/** More queries than the people of one process ask for at once; beyond it those go that were asked longest ago. */
const MOST_KEPT = 4_000
/** A list is searched in the way that its statistics suggest, which change by the hour. */
const KEPT_FOR_MS = 60_000
type Kept = LRUCache<string, { query: CompiledQuery<unknown> | null; at: number }>
/** Of each database its own: what its queries hold follows from the areas that work with it. */
const keptOf = new WeakMap<Db | Trx, Kept>()

/**
 * The rows of a query that is asked often. Writing the SQL of a large query takes longer than asking it, so that is done
 * once a minute per viewer, with stand-ins for the ids.
 *
 * @param write gets what the SQL may depend on, and nothing else: the rights of the viewer, and the ids
 */
export async function rowsByCachedSql<Row>(
  db: Db | Trx,
  { viewer, name, ids = [] }: Asked,
  write: (rights: Viewer, ...ids: number[]) => Query<Row> | Promise<Query<Row>>,
): Promise<Row[]> {
  const { id, contactId, isSupport, isDeveloper, roles, allRoles, modulesOff = [] } = viewer
  const rights = [id, contactId, isSupport, isDeveloper, ...roles, 'of', ...(allRoles ?? []), 'without', ...modulesOff]
  const key = [name, ids.length, ...rights].join()
  let kept = keptOf.get(db)
  if (!kept) keptOf.set(db, (kept = new LRUCache({ max: MOST_KEPT })))
  let known = kept.get(key)
  // The clock that is never set, so that one set back keeps nothing for longer.
  const now = performance.now()
  if (known === undefined || now - known.at > KEPT_FOR_MS) {
    const standIns = ids.map((_id, i) => STAND_IN - i)
    const query = (await write(rightsOf(viewer), ...standIns)).compile()
    known = { query: isTimeless(query) && isExchangeable(query, standIns) ? query : null, at: now }
    kept.set(key, known)
  }
  const query = known.query as CompiledQuery<Row> | null
  if (query === null) return (await db.executeQuery((await write(rightsOf(viewer), ...ids)).compile())).rows
  const parameters = query.parameters.map((value) => ids[STAND_IN - Number(value)] ?? value)
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/** The viewer by the rights alone. @throws Error on reading anything else of it, by which kept SQL would be wrong */
function rightsOf({ id, contactId, isSupport, isDeveloper, roles, allRoles, modulesOff }: Viewer): Viewer {
  const rights = { id, contactId, isSupport, isDeveloper, roles, allRoles, modulesOff }
  return new Proxy(rights as Viewer, {
    get: (target, key) => {
      if (typeof key === 'symbol' || Object.hasOwn(target, key)) return Reflect.get(target, key) as unknown
      throw new Error(`SQL that is kept cannot depend on '${key}' of its viewer`)
    },
  })
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
