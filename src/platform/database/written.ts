import type { CompiledQuery } from 'kysely'
import type { Viewer } from '../http/viewer.ts'
import type { Db, Trx } from './types.ts'

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/** A name that no other query has, and the viewer by whose rights it is written. */
interface Asked {
  viewer: Viewer
  name: string
}

/** Stands for the id while a query is written: a number that means nothing else in any of them. */
const STAND_IN = 2_147_483_579
/** More queries than the people of one process ask for at once; beyond it all are written anew. */
const MOST_KEPT = 4_000
const kept = new Map<string, CompiledQuery<unknown> | null>()

/** A query written before, for one with the same rights; null for one that has to be written every time. */
async function keptQuery<Row>(
  { viewer, name }: Asked,
  write: () => Query<Row> | Promise<Query<Row>>,
  isKept: (query: CompiledQuery) => boolean,
): Promise<CompiledQuery<Row> | null> {
  const key = [name, viewer.id, viewer.contactId, viewer.isSupport, viewer.isDeveloper, ...viewer.roles].join()
  const known = kept.get(key) as CompiledQuery<Row> | null | undefined
  if (known !== undefined) return known
  const compiled = (await write()).compile()
  const query = isKept(compiled) ? compiled : null
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, query)
  return query
}

/** What depends on the clock is not true for long. */
const hasNoClock = ({ parameters }: CompiledQuery) => !parameters.some((value) => value instanceof Date)

/**
 * The rows of a query that is asked often. Writing the SQL of a large query takes longer than asking it, so that is done
 * once per viewer.
 *
 * @param write has to depend on nothing but the viewer's rights: neither on the clock nor on preferences
 */
export async function rowsOnceWritten<Row>(
  db: Db | Trx,
  asked: Asked,
  write: () => Query<Row> | Promise<Query<Row>>,
): Promise<Row[]> {
  const query = (await keptQuery(asked, write, hasNoClock)) ?? (await write()).compile()
  return (await db.executeQuery(query)).rows
}

/**
 * The rows of a query about one record, written once per viewer, with the id of each record in place of a stand-in.
 *
 * @param write has to depend on nothing but the viewer's rights and the id
 */
export async function rowsById<Row>(
  db: Db | Trx,
  { id, ...asked }: Asked & { id: number },
  write: (id: number) => Query<Row>,
): Promise<Row[]> {
  const query = await keptQuery(
    asked,
    () => write(STAND_IN),
    (written) => hasNoClock(written) && isExchangeable(written),
  )
  if (query === null) return (await db.executeQuery(write(id).compile())).rows
  const parameters = query.parameters.map((value) => (value === STAND_IN ? id : value))
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/** An id inside the text or inside another value cannot be exchanged. */
function isExchangeable({ sql: text, parameters }: CompiledQuery): boolean {
  const others = parameters.filter((value) => value !== STAND_IN)
  return !`${text} ${JSON.stringify(others)}`.includes(String(STAND_IN))
}
