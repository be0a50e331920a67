import type { CompiledQuery } from 'kysely'
import type { Db, Trx } from './types.ts'

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/** Stands for the id while a query is written: a number that means nothing else in any of them. */
const STAND_IN = 2_147_483_579

const written = new WeakMap<object, Map<string, CompiledQuery<unknown> | null>>()

/**
 * The rows of a query about one record. Writing the SQL of a large query takes longer than asking it, so that is done
 * once per viewer, and then for every record with its id in place of a stand-in.
 *
 * @param viewer who asks: the object that the session keeps for as long as nothing about that person changes
 * @param name of the query, different for each that one viewer asks
 * @param write has to depend on nothing but the viewer and the id
 */
export async function rowsById<Row>(
  db: Db | Trx,
  { viewer, name, id }: { viewer: object; name: string; id: number },
  write: (id: number) => Query<Row>,
): Promise<Row[]> {
  let queries = written.get(viewer)
  if (!queries) {
    queries = new Map<string, CompiledQuery<unknown> | null>()
    written.set(viewer, queries)
  }
  let query = queries.get(name) as CompiledQuery<Row> | null | undefined
  if (query === undefined) {
    const compiled = write(STAND_IN).compile()
    query = isExchangeable(compiled) ? compiled : null
    queries.set(name, query)
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
