import { type Expression, type SqlBool, sql } from 'kysely'
import { literal } from '../database/prepared.ts'
import type { Db } from '../database/types.ts'

/** With more rows than this a walk in the order of the list meets a page of them soon. */
const MOST_FENCED = 20_000

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
 * As `hasWords`, over a column of `table` that has a trigram index. PostgreSQL supposes that what is found lies evenly
 * through a list in order of name, and walks the list; of a rare word, or of one that stands far down, it walks the
 * whole. So it is asked first how many there are: up to MOST_FENCED they are taken from the trigram index, then put in
 * order.
 */
export async function findWords(
  db: Db,
  table: string,
  column: Expression<string>,
  text: string,
): Promise<Expression<SqlBool>> {
  const where = hasWords(column, text)
  // Trigrams need three letters; what is shorter occurs everywhere.
  if (!/\S{3}/.test(text)) return where
  const from = sql`from ${sql.table(table)} where ${where}`
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${literal(MOST_FENCED)} as many from (select 1 ${from} limit ${literal(MOST_FENCED + 1)}) found
  `.execute(db)
  if (rows[0]!.many) return where
  return sql<SqlBool>`${sql.ref(`${table}.id`)} = any(array(select id ${from}))`
}
