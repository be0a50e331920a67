import { type Expression, type SqlBool, sql } from 'kysely'

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
  listed?: { by: Expression<string>; withoutInitial: Expression<string> }
}

/** That a condition on rows of `table` has an index of its own. */
export interface Indexed {
  table: string
  /** So many rows are worth the index; by default as many as it gives in the time of a walk through all. */
  most?: number
}
