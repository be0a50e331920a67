/**
 * How near a text is to what was typed: the one order in which selectors and the global search put what they find. What
 * has the words whole comes first, then what has words that begin with them, then what has them inside; what only looks
 * like it comes where nothing has them.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasWords, normalised, wordsOf } from './conditions.ts'

/** A way in which words stand in a text. */
export interface Closeness {
  /** The words of a text that are looked for. */
  words(text: string): string[]
  /** Whether the trigram index knows them. */
  isIndexed(text: string): boolean
  /** For the trigram index. */
  has(column: Expression<string>, text: string): Expression<SqlBool>
  /** The same, row by row, of which PostgreSQL expects nothing. */
  reads(column: Expression<string>, text: string): RawBuilder<SqlBool>
}

const all = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Words stand behind a space or a hyphen. */
const partsOf = (text: string) => wordsOf(text.replaceAll('-', ' '))

/** @param ends what stands behind a word, in a pattern and in a text */
function asWords(ends: { pattern: string; text: string }): Closeness {
  return {
    words: partsOf,
    // The space before a word makes trigrams of its first letters.
    isIndexed: (text) => /[\p{L}\p{N}]/u.test(text),
    has: (column, text) =>
      all(
        partsOf(text).map(
          (word) => sql<SqlBool>`${column} ~ ('(^|[ -])'
            || regexp_replace(normalise(${word}), '[]\\\\^$.|?*+(){}[-]', '\\\\\\&', 'g') || ${ends.pattern}::text)`,
        ),
      ),
    reads: (column, text) =>
      all(
        partsOf(text).map(
          (word) =>
            sql<SqlBool>`strpos(' ' || translate(${column}, '-', ' ') || ' ', ${normalised(` ${word}${ends.text}`)}) > 0`,
        ),
      ),
  }
}

const WHOLE = asWords({ pattern: '([ -]|$)', text: ' ' })
const BEGINNING = asWords({ pattern: '', text: '' })

/** Anywhere, also in the middle of a word. */
export const INSIDE: Closeness = {
  words: wordsOf,
  // Trigrams need three letters; what is shorter occurs everywhere.
  isIndexed: (text) => /\S{3}/.test(text),
  has: hasWords,
  reads: (column, text) => all(wordsOf(text).map((word) => sql<SqlBool>`strpos(${column}, ${normalised(word)}) > 0`)),
}

/** Those for which a few letters are enough. */
export const NEARER = [WHOLE, BEGINNING]
/** The nearest first; each finds all that those before it do. */
export const CLOSENESS = [...NEARER, INSIDE]

/** The place in that order of a text that has the words. */
export const closeness = (column: Expression<string>, text: string) =>
  sql<number>`case when ${WHOLE.reads(column, text)} then 0 when ${BEGINNING.reads(column, text)} then 1 else 2 end`
