import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from './http/viewer.ts'
import { literal } from './database/prepared.ts'
import { likePattern } from './screens/conditions.ts'

/** How one record type is found by the global search; every area hands in its own. */
export interface SearchSource {
  /** searchable_type of the contract, e.g. 'Contact'. */
  type: string
  record: string
  label: string
  icon: string
  /** URL pattern with `{id}`. */
  open: string
  /** What matched, and what the list shows its viewer; both may refer to the record's table only. */
  value: Expression<string>
  name: Expression<string> | ((viewer: Viewer) => Expression<string>)
  /** Numbers and addresses that are found whole: the conditions that make sense for what was typed. */
  exact?(typed: string): { field: string; where: Expression<SqlBool> }[]
  /** Names, normalised, that are found whole or by their beginning. Each has an index in collation "C" with `then`. */
  begins?: { field: string; name: Expression<string>; then: Expression<unknown>[]; ignorePrefix?: boolean }[]
  /** A normalised column with a trigram index: found by its words, and by likeness. */
  words?: { field: string; text: Expression<string> }
  /** Whether a record is offered at all, apart from the viewer's scope. */
  only?: Expression<SqlBool>
}

/** Rank 0 exact, 1 beginning, 2 words, 3 likeness. */
export interface SearchHit {
  type: string
  id: number
  field: string
  rank: number
  value: string
  name: string
}

export interface SearchScope {
  source: SearchSource
  name: Expression<string>
  table: string
  /** The rows the viewer may see. */
  visible: Expression<SqlBool>
}

/** Of very common words only so many records are weighed against each other. */
const MOST_WEIGHED = 500

/** Parts of a Dutch name that one may leave out in front of it. */
const PREFIX = /^((van|de|den|der|het|ter|ten|te|op|in|aan|bij|uit|onder|over|voor|la|le|du|von|'t|’t|t) )+/i

/** A name written without the prefix in front of it; of nothing but prefixes the whole. */
export function withoutPrefix(typed: string): string {
  return typed.replace(PREFIX, '') || typed
}

/**
 * The ways to search, each costing more than the one before: a search stops as soon as it has the hits it needs. The
 * first two go straight to the first rows of an index, whatever the size of the table.
 */
export const STAGES: ((scope: SearchScope, typed: string, limit: number) => RawBuilder<SearchHit>[])[] = [
  (scope, typed, limit) => [
    ...(scope.source.exact?.(typed) ?? []).map(({ field, where }) =>
      branch(scope, { field, rank: sql`0`, where, order: [id(scope)], limit }),
    ),
    ...(scope.source.begins ?? []).map(({ field, name, then, ignorePrefix }) => {
      const text = sql<string>`normalise(${ignorePrefix ? withoutPrefix(typed) : typed})`
      const key = sql`(${name}) collate "C"`
      return branch(scope, {
        field,
        rank: sql`case when ${key} = ${text} then 0 else 1 end`,
        // A range and not LIKE, so that PostgreSQL can keep the plan; nothing sorts behind the last character.
        where: sql<SqlBool>`${key} >= ${text} and ${key} < ${text} || chr(1114111)`,
        order: [key, ...then, id(scope)],
        limit,
      })
    }),
  ],
  byWords(2, (typed, text) => [sql`(${sql.join(likeEach(text, wordsOf(typed)), sql` and `)})`]),
  // Before the likeness, which PostgreSQL has to work out row by row.
  byWords(3, (typed, text) => likeEach(text, swaps(typed))),
  byWords(3, (typed, text) => [sql`normalise(${typed}) <% ${text}`]),
]

function likeEach(text: Expression<string>, words: string[]): RawBuilder<SqlBool>[] {
  return words.map((word) => sql<SqlBool>`${text} like normalise(${likePattern(word)})`)
}

/** A stage over the column of words: rows that meet one of the conditions. */
function byWords(
  rank: number,
  conditions: (typed: string, text: Expression<string>) => RawBuilder<SqlBool>[],
): (scope: SearchScope, typed: string, limit: number) => RawBuilder<SearchHit>[] {
  return (scope, typed, limit) => {
    if (!scope.source.words) return []
    const { field, text } = scope.source.words
    const either = conditions(typed, text)
    return either.length === 0 ? [] : [weighed(scope, { field, rank: sql.lit(rank), text, either, typed, limit })]
  }
}

/** Longer than a name is typed with one mistake. */
const MOST_SWAPPED = 30

/** The text with each two neighbouring letters swapped: the one common mistake that leaves few trigrams whole. */
function swaps(typed: string): string[] {
  if (typed.length < 4 || typed.length > MOST_SWAPPED) return []
  return Array.from(
    { length: typed.length - 1 },
    (_, i) => `${typed.slice(0, i)}${typed[i + 1]}${typed[i]}${typed.slice(i + 2)}`,
  ).filter((swapped) => swapped !== typed)
}

/** The words that tell something: without the prefixes of names, unless there is nothing else. */
function wordsOf(typed: string): string[] {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const telling = words.filter((word) => !PREFIX.test(`${word} `))
  return telling.length > 0 ? telling : words
}

const id = ({ table }: SearchScope) => sql.ref(`${table}.id`)

interface Branch {
  field: string
  rank: Expression<unknown>
  where: Expression<SqlBool>
  order: Expression<unknown>[]
  limit: number
}

/** One type's hits of one kind, in their order. */
function branch(scope: SearchScope, { field, rank, where, order, limit }: Branch): RawBuilder<SearchHit> {
  const { source, table, visible } = scope
  return sql<SearchHit>`
    (select ${sql.lit(source.type)} as type, ${id(scope)} as id, ${sql.lit(field)} as field, ${rank} as rank,
            ${source.value} as value, ${scope.name} as name
     from ${sql.table(table)}
     where ${where} and ${visible} and ${source.only ?? sql`true`}
     order by ${sql.join(order)} limit ${literal(limit)})`
}

interface Weighed extends Omit<Branch, 'order' | 'where'> {
  text: Expression<string>
  typed: string
  either: Expression<SqlBool>[]
}

/** As a branch, but by likeness, over no more rows than can be weighed in a moment. */
function weighed(scope: SearchScope, of: Weighed): RawBuilder<SearchHit> {
  const { source, table, visible } = scope
  const most = literal(Math.max(MOST_WEIGHED, of.limit))
  // Each condition asked for on its own takes the index; of many at once PostgreSQL expects so much that it reads along.
  const each = of.either.map(
    (where) => sql`
      (select ${id(scope)} from ${sql.table(table)} where ${where} and ${visible} and ${source.only ?? sql`true`} limit ${most})`,
  )
  const chosen = sql`select chosen.id from (${sql.join(each, sql` union all `)}) as chosen limit ${most}`
  const likeness = sql`word_similarity(normalise(${of.typed}), ${of.text}) desc`
  return branch(
    { ...scope, visible: sql<SqlBool>`true` },
    { ...of, where: sql<SqlBool>`${id(scope)} in (${chosen})`, order: [likeness, of.text, id(scope)] },
  )
}
