import type { CompiledQuery } from 'kysely'
import type { Viewer } from '../http/viewer.ts'
import type { Db, Trx } from './types.ts'

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/** Stands for the id while a query is written: a number that means nothing else in any of them. */
const STAND_IN = 2_147_483_579

/** More people than use one process at once; beyond it all queries are written anew. */
const MOST_KEPT = 2_000
const kept = new Map<string, CompiledQuery<unknown> | null>()

/**
 * The rows of a query about one record. Writing the SQL of a large query takes longer than asking it, so that is done
 * once per viewer, and then for every record with its id in place of a stand-in.
 *
 * @param asked the viewer, and a name that no other query has
 * @param write has to depend on nothing but the viewer's rights and the id, so neither on the clock nor on preferences
 */
export async function rowsById<Row>(
  db: Db | Trx,
  { viewer, name, id }: { viewer: Viewer; name: string; id: number },
  write: (id: number) => Query<Row>,
): Promise<Row[]> {
  const key = [name, viewer.id, viewer.contactId, viewer.isSupport, viewer.isDeveloper, ...viewer.roles].join()
  let query = kept.get(key) as CompiledQuery<Row> | null | undefined
  if (query === undefined) {
    const compiled = write(STAND_IN).compile()
    query = isExchangeable(compiled) ? compiled : null
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, query)
  }
  if (query === null) return (await db.executeQuery(write(id).compile())).rows
  const parameters = query.parameters.map((value) => (value === STAND_IN ? id : value))
  return (await db.executeQuery<Row>({ ...query, parameters })).rows
}

/** An id inside the text or inside another value cannot be exchanged. */
function isExchangeable({ sql: text, parameters }: CompiledQuery): boolean {
  const others = parameters.filter((value) => value !== STAND_IN)
  return !`${text} ${JSON.stringify(others)}`.includes(String(STAND_IN))
}
