import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/types.ts'

/**
 * A row from the index of a condition costs about as much as twenty that a walk passes by. Names stand together, so that
 * a walk may well pass by nearly all.
 */
const WALKED_FOR_ONE = 20

/** Letters that mean something in LIKE are taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Every word occurs in the expression, which is normalised (lower case, no accents). */
export function hasWords(column: Expression<string>, text: string): Expression<SqlBool> {
  const words = text.split(/\s+/).filter((word) => word !== '')
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
  const [expected, all] = await Promise.all([
    expectedRows(db, found),
    most === undefined ? expectedRows(db, sql`select id from ${sql.table(table)}`) : 0,
  ])
  if (expected > (most ?? all / WALKED_FOR_ONE)) return where
  return sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(${found}))`
}

/** What PostgreSQL expects follows its statistics, which change by the hour. */
const EXPECTED_FOR_MS = 60_000
const MOST_EXPECTED = 1_000
const estimates = new WeakMap<Db, Map<string, { rows: number; at: number }>>()

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

/** As `hasWords`, over a column of `table` that has a trigram index. */
export async function findWords(
  db: Db,
  table: string,
  column: Expression<string>,
  text: string,
): Promise<Expression<SqlBool>> {
  const where = hasWords(column, text)
  // Trigrams need three letters; what is shorter occurs everywhere.
  return /\S{3}/.test(text) ? fenced(db, table, where) : where
}
