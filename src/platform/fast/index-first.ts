import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, RowQuery } from '../database/types.ts'
import { type Closeness, INSIDE } from '../matching/closeness.ts'
import type { Indexed, Searched } from '../matching/conditions.ts'

/**
 * A row from the index of a condition costs about as much as twenty that a walk passes by. Names stand together, so that
 * a walk may well pass by nearly all.
 */
const WALKED_FOR_ONE = 20
/** About a page, which is what a walk has to find. */
const SOUGHT = 30

/**
 * A condition with an index of its own. PostgreSQL supposes that what is found lies evenly through a list in its order,
 * and walks the list; of something rare, or that stands far down, it walks the whole. So it is asked first how many rows
 * it expects: few are taken from the index of the condition, then put in order.
 */
export async function indexFirst(
  db: Db,
  { table, most }: Indexed,
  where: Expression<SqlBool>,
): Promise<Expression<SqlBool>> {
  const found = sql`select id from ${sql.table(table)} where ${where}`
  const [expected, all] = await Promise.all([expectedRows(db, found), most === undefined ? rowsOf(db, table) : 0])
  if (expected > (most ?? all / WALKED_FOR_ONE)) return where
  return sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(${found}))`
}

/** What PostgreSQL expects follows its statistics, which change by the hour. */
const EXPECTED_FOR_MS = 60_000
const MOST_EXPECTED = 1_000
interface Estimate {
  rows: number
  at: number
}
const estimates = new WeakMap<Db, LRUCache<string, Estimate>>()

const rowsOf = (db: Db, table: string) => expectedRows(db, sql`select id from ${sql.table(table)}`)

async function expectedRows(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { sql: text, parameters } = query.compile(db)
  const key = JSON.stringify([text, parameters])
  const expected = estimates.get(db) ?? new LRUCache<string, Estimate>({ max: MOST_EXPECTED })
  estimates.set(db, expected)
  const known = expected.get(key)
  if (known && Date.now() - known.at < EXPECTED_FOR_MS) return known.rows
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}
  `.execute(db)
  const found = rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  expected.set(key, { rows: found, at: Date.now() })
  return found
}

/**
 * A condition, and the same as branches: the first rows of each, in the order `by`, are found without a walk through
 * all, and whatever meets the condition meets one of them.
 */
export interface Found {
  where: Expression<SqlBool>
  branches?: { by: Expression<string>; where: Expression<SqlBool>[] }
}

/** More words than this are not looked for one by one. */
const MOST_WORDS = 4
/** In the order of the list it stands behind every other sign. */
const LAST_SIGN = '\uFFFF'

/** As `hasWords`, in the best way for what is there; `near` may ask for words that stand there in another way. */
export async function findWords(
  db: Db,
  { text: column, table, listed }: Searched,
  text: string,
  near: Closeness = INSIDE,
): Promise<Found> {
  const where = near.has(column, text)
  if (table === undefined || !near.isIndexed(text)) return { where }
  const words = near.words(text)
  if (!listed || words.length > MOST_WORDS || !/^[ -~]*$/.test(text))
    return { where: await indexFirst(db, { table }, where) }
  // Where a walk that finds a page of what lies evenly costs as much as all of it from the index.
  const most = Math.sqrt((SOUGHT / WALKED_FOR_ONE) * (await rowsOf(db, table)))
  const few = await indexFirst(db, { table, most }, where)
  if (few !== where) return { where: few }

  // Without LIKE, of which PostgreSQL expects so little that it would rather put all it finds in order than walk.
  const read = near.reads(column, text)
  const beginning = (word: string) => {
    const first = word.toLowerCase()
    return sql<SqlBool>`${listed.by} >= ${first} and ${listed.by} < ${first + LAST_SIGN} and ${read}`
  }
  const elsewhere = await indexFirst(db, { table, most }, near.has(listed.withoutInitial, text))
  const others = near === INSIDE ? elsewhere : sql<SqlBool>`(${elsewhere} and ${read})`
  return { where, branches: { by: listed.by, where: [...words.map(beginning), others] } }
}

/** The rows of a query that are among the first of one of its branches. */
export function firstOfBranches<Row>(
  query: RowQuery<Row>,
  idColumn: RawBuilder<unknown>,
  branches: RowQuery<Row>[],
): RowQuery<Row> {
  const ids = branches.map((branch) => sql`(${branch.clearSelect().select(idColumn.as('id'))})`)
  return query.where(sql<SqlBool>`${idColumn} = any(array(${sql.join(ids, sql` union all `)}))`)
}
