import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, RowQuery } from '../database/types.ts'

/**
 * A row from the index of a condition costs about as much as twenty that a walk passes by. Names stand together, so that
 * a walk may well pass by nearly all.
 */
const WALKED_FOR_ONE = 20
/** About a page, which is what a walk has to find. */
const SOUGHT = 30

/** Letters that mean something in LIKE are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** A typed text as searched texts are. As a query of its own it is worked out once, and not for every row anew. */
export const normalised = (text: string) => sql<string>`(select normalise(${text}))`

/** Every word occurs in the expression, which is normalised (lower case, no accents). */
export function hasWords(column: Expression<string>, text: string): Expression<SqlBool> {
  const words = wordsOf(text)
  if (words.length === 0) return sql<SqlBool>`true`
  const conditions = words.map((word) => sql<SqlBool>`${column} like normalise(${likePattern(word)})`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/**
 * A condition on rows of `table` for which it has an index. PostgreSQL supposes that what is found lies evenly through
 * a list in its order, and walks the list; of something rare, or that stands far down, it walks the whole. So it is
 * asked first how many rows it expects: up to `most` they are taken from the index of the condition, then put in order.
 *
 * @param most so many rows at most; by default as many as an index gives in the time of a walk through all
 */
export async function fenced(
  db: Db,
  table: string,
  where: Expression<SqlBool>,
  most?: number,
): Promise<Expression<SqlBool>> {
  const found = sql`select id from ${sql.table(table)} where ${where}`
  const [expected, all] = await Promise.all([expectedRows(db, found), most === undefined ? rowsOf(db, table) : 0])
  if (expected > (most ?? all / WALKED_FOR_ONE)) return where
  return sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(${found}))`
}

/** What PostgreSQL expects follows its statistics, which change by the hour. */
const EXPECTED_FOR_MS = 60_000
const MOST_EXPECTED = 1_000
const estimates = new WeakMap<Db, Map<string, { rows: number; at: number }>>()

const rowsOf = (db: Db, table: string) => expectedRows(db, sql`select id from ${sql.table(table)}`)

async function expectedRows(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { sql: text, parameters } = query.compile(db)
  const key = JSON.stringify([text, parameters])
  const expected = estimates.get(db) ?? new Map<string, { rows: number; at: number }>()
  estimates.set(db, expected)
  const known = expected.get(key)
  if (known && Date.now() - known.at < EXPECTED_FOR_MS) return known.rows
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}
  `.execute(db)
  const found = rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  if (expected.size >= MOST_EXPECTED) expected.clear()
  expected.set(key, { rows: found, at: Date.now() })
  return found
}

/** What a list is searched in. */
export interface Searched {
  /** Normalised: lower case, no accents. */
  text: Expression<string>
  /** The table whose text it is, when it has a trigram index. */
  table?: string
  /**
   * The name by which the table is listed, as in the index of that order, and the text without the first letter of an
   * ASCII name (`without_initial`), which has a trigram index too.
   */
  listed?: { by: Expression<string>; elsewhere: Expression<string> }
}

/** A condition, and the same in several ways that in the order `by` are each found without a walk through all. */
export interface Found {
  where: Expression<SqlBool>
  ways?: { by: Expression<string>; either: Expression<SqlBool>[] }
}

/** More words than this are not looked for one by one. */
const MOST_WORDS = 4
/** In the order of the list it stands behind every other sign. */
const LAST_SIGN = '\uFFFF'

/** As `hasWords`, in the best way for what is there. */
export async function findWords(db: Db, { text: column, table, listed }: Searched, text: string): Promise<Found> {
  const where = hasWords(column, text)
  // Trigrams need three letters; what is shorter occurs everywhere.
  if (table === undefined || !/\S{3}/.test(text)) return { where }
  const words = wordsOf(text)
  if (!listed || words.length > MOST_WORDS || !/^[ -~]*$/.test(text)) return { where: await fenced(db, table, where) }
  // Where a walk that finds a page of what lies evenly costs as much as all of it from the index.
  const most = Math.sqrt((SOUGHT / WALKED_FOR_ONE) * (await rowsOf(db, table)))
  const few = await fenced(db, table, where, most)
  if (few !== where) return { where: few }

  // Without LIKE, of which PostgreSQL expects so little that it would rather put all it finds in order than walk.
  const read = sql.join(
    words.map((word) => sql`strpos(${column}, ${normalised(word)}) > 0`),
    sql` and `,
  )
  const beginning = (word: string) => {
    const first = word.toLowerCase()
    return sql<SqlBool>`${listed.by} >= ${first} and ${listed.by} < ${first + LAST_SIGN} and ${read}`
  }
  const elsewhere = await fenced(db, table, hasWords(listed.elsewhere, text), most)
  return { where, ways: { by: listed.by, either: [...words.map(beginning), elsewhere] } }
}

/** The rows of a query that are among the first of one of several parts of it. */
export function amongFirst<Row>(
  query: RowQuery<Row>,
  idColumn: RawBuilder<unknown>,
  parts: RowQuery<Row>[],
): RowQuery<Row> {
  const ids = parts.map((part) => sql`(${part.clearSelect().select(idColumn.as('id'))})`)
  return query.where(sql<SqlBool>`${idColumn} = any(array(${sql.join(ids, sql` union all `)}))`)
}
