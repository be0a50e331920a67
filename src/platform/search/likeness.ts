/** What a list shows where nothing has the words that were typed: what looks like them, as the global search has it. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { literal } from '../fast/prepared-reads.ts'
import { MOST_WEIGHED } from './search.ts'
import { swaps, tellingWords } from './typed.rules.ts'
import { type Searched, likePattern, normalised } from '../matching/conditions.ts'

/** What is so much less like it than the best is left out: who looks for 'jansn' means no Jan. */
const NEARLY = 0.1

/** Words that may have been typed wrong; a number is right or wrong, and of two letters nothing is left. */
function misspelt(typed: string): string[] {
  if (/\d/.test(typed)) return []
  return tellingWords(typed).filter((word) => /\p{L}{3}/u.test(word))
}

/**
 * The rows whose text looks like what was typed; null where that makes no sense.
 * @param visible which rows the viewer may see, so that no other takes their place
 */
export function looksLike(
  { text, table }: Searched,
  typed: string,
  visible: Expression<SqlBool>,
): Expression<SqlBool> | null {
  const words = misspelt(typed)
  if (words.length === 0) return null
  const alike = words.map((word) => sql<SqlBool>`${normalised(word)} <% ${text}`)
  // Lists without an index for it are short.
  if (table === undefined) return sql<SqlBool>`(${sql.join(alike, sql` and `)})`
  const id = sql.ref(`${table}.id`)
  const likeness = sql.join(
    words.map((word) => sql`word_similarity(${normalised(word)}, ${text})`),
    sql` + `,
  )
  const rows = sql`from ${sql.table(table)}`
  const most = literal(MOST_WEIGHED)
  // Of two letters that changed places few trigrams are left, so that those are looked for by themselves.
  const swapped = swaps(typed).map(
    (text_) => sql`(select ${id} as id, ${sql.lit(words.length)}::real as likeness ${rows}
      where ${text} like ${normalised(likePattern(text_))} and ${visible} limit ${most})`,
  )
  const weighed = sql`(select ${id} as id, (${likeness})::real as likeness ${rows}
    where ${sql.join(alike, sql` and `)} and ${visible} limit ${most})`
  return sql<SqlBool>`${id} = any(array(
    select id from (
      select id, likeness, max(likeness) over () as best from (
        ${sql.join([...swapped, weighed], sql` union all `)}) as weighed) as rated
    where likeness >= best - ${sql.lit(NEARLY)}))`
}
