import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Area } from '../access/rights.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Db } from '../database/types.ts'
import { withKeptPlan } from '../fast/kept-plan.ts'
import { literal } from '../fast/prepared-reads.ts'
import { point } from '../points.ts'
import { CLOSENESS } from '../matching/closeness.ts'
import { likePattern, normalised } from '../matching/conditions.ts'
import type { Status } from '../screens/models.ts'
import { swaps, tellingWords, withoutPrefix } from './typed.rules.ts'

/** What tells a hit apart from others of its type: its company, its day and place. */
export interface Beside {
  text: string
  status?: Status
}

/** Facts of a row, as one JSON value of its table, and the words they are told in. */
export interface BesideSource {
  facts: Expression<unknown>
  tell(facts: unknown): Beside
}

/** Binds the facts to the function that tells them, so that both speak of the same. */
export const beside = <Facts>(facts: Expression<Facts>, tell: (facts: Facts) => Beside): BesideSource => ({
  facts,
  tell: (told) => tell(told as Facts),
})

/** A field that is searched, and what stands in it. */
interface Searched {
  field: string
  value: Expression<string>
}

/** A text, normalised, that is found whole or by its beginning; it has an index in collation "C" with `then`. */
interface Begins extends Searched {
  name: Expression<string>
  then: Expression<unknown>[]
  ignorePrefix?: boolean
  /** What of the typed text is looked for, where that is not all of it; null: nothing. It is no name, and has no typing errors. */
  part?: (typed: string) => string | null
  /** Rows that are found so. */
  where?: Expression<SqlBool>
}

/** How one record type is found by the global search; every area hands in its own. */
export interface SearchSource {
  /** searchable_type of the contract, e.g. 'Contact'. */
  type: string
  record: string
  label: string
  icon: string
  /** Who may open what is found, where those are fewer than who may know of the record. */
  area?: Area
  /** URL pattern with `{id}`. */
  open: string
  /** What the list shows its viewer; it and every `value` may refer to the record's table only. */
  name: Expression<string> | ((viewer: Viewer) => Expression<string>)
  /** Numbers and addresses that are found whole: the conditions that make sense for what was typed. */
  exact?(typed: string): { field: string; value: Expression<string>; where: Expression<SqlBool> }[]
  /** What is found whole or by its beginning. */
  begins?: Begins[]
  /** A normalised column with a trigram index: found by its words, and by likeness. */
  words?: { field: string; value: Expression<string>; text: Expression<string> }
  /**
   * Its own ways of finding: rows with `id`, `rank` and `place`, the order in which they come, of records that `offered`
   * allows, `most` at most. Each costs no more in a big table than in a small one.
   */
  finds?(typed: string, asked: { viewer: Viewer; offered: Expression<SqlBool>; most: RawBuilder<number> }): Found[]
  /** Whether a record is offered at all, apart from the viewer's scope. */
  only?: Expression<SqlBool>
  /** Where its hits stand among those of other types, 50 where nothing is said: first what people work with all day. */
  order?: number
  /** Whether a record is in use; what is not comes last of its type, and says so. Refers to the record's table only. */
  active?: Expression<SqlBool>
  /** What is told beside the name. */
  beside?: (viewer: Viewer) => BesideSource
}

/** What a source found in its own way. */
export type Found = Searched & { rows: RawBuilder<unknown> }

export const searchSources = point<SearchSource>('search')

export interface SearchHit {
  type: string
  id: number
  /** The field that fits what was typed, and what stands in it; `value` and `name` are null beyond the hits shown. */
  field: string
  value: string | null
  rank: number
  name: string | null
  /** The facts that its source tells beside the name. */
  beside: unknown
  /** Whether it is in use; null as `name`. */
  active: boolean | null
}

/** The lower the better: all of it, its first words, what it begins with, words of it as near as they are, likeness. */
export const RANK = { exact: 0, first: 1, beginning: 2, words: 3, likeness: 3 + CLOSENESS.length }

/** How many hits each statement brings at most, and of how many of them, the best, all that a list shows. */
export interface HitLimits {
  most: number
  shown: number
}

export interface SearchScope {
  source: SearchSource
  viewer: Viewer
  name: Expression<string>
  beside?: BesideSource | undefined
  table: string
  /** The rows the viewer may see. */
  visible: Expression<SqlBool>
}

/** Of very common words only so many records are weighed against each other. */
export const MOST_WEIGHED = 500

/** A way to search in one record type: statements for its best hits. */
type Stage = (scope: SearchScope, typed: string, limits: HitLimits) => RawBuilder<SearchHit>[]

/**
 * The ways to search, each costing more than the one before: a search stops as soon as it has the hits it needs. Those
 * that look for a whole or a beginning go straight to the first rows of an index, whatever the size of the table.
 */
const STAGES: Stage[] = [
  (scope, typed, limits) => [
    ...(scope.source.exact?.(typed) ?? []).map((exact) => whole(scope, exact, limits)),
    ...beginning(scope, limits, {
      texts: ({ part, ignorePrefix }) => [part ? part(typed) : ignorePrefix ? withoutPrefix(typed) : typed],
      rank: (key) => sql`case when ${key} = wanted.text then ${sql.lit(RANK.exact)}
        when starts_with(${key}, wanted.text || ' ') then ${sql.lit(RANK.first)} else ${sql.lit(RANK.beginning)} end`,
    }),
  ],
  (scope, typed, limits) => [...itsOwn(scope, typed, limits), ...byAllWords(scope, typed, limits)],
  // Swaps before the likeness, which PostgreSQL has to work out row by row.
  (scope, typed, limits) =>
    beginning(scope, limits, {
      texts: ({ part, ignorePrefix }) => (part ? [] : swaps(ignorePrefix ? withoutPrefix(typed) : typed)),
      rank: () => sql.lit(RANK.likeness),
    }),
  byWords(RANK.likeness, (typed, text) => ({
    where: sql`${text} like wanted.text`,
    wanted: swaps(typed).map(likePattern),
  })),
  byWords(RANK.likeness, (typed, text) => ({ where: sql`${normalised(typed)} <% ${text}` })),
]

/** What each stage finds, one statement for all record types, in the order of the stages. */
export async function* inStages(
  db: Db,
  scopes: SearchScope[],
  typed: string,
  limits: HitLimits,
): AsyncGenerator<SearchHit[], void> {
  for (const [i, stage] of STAGES.entries()) {
    const branches = scopes.flatMap((scope) => stage(scope, typed, limits))
    if (branches.length === 0) continue
    const asked = sql<SearchHit>`${sql.join(branches, sql` union all `)}`
    // The first is planned in no time, and mostly finds enough.
    const { rows } = await (i === 0 ? asked.execute(db) : withKeptPlan(db, (one) => asked.execute(one)))
    yield rows
  }
}

const id = ({ table }: SearchScope) => sql.ref(`${table}.id`)

/** Texts to look for one after the other, each by the index; of many in one condition PostgreSQL reads along. */
const eachOf = (texts: string[]) =>
  sql`unnest(array(select normalise(text) from unnest(${texts}::text[]) as text)) as wanted(text)`

/** Which rows may be a hit. */
const offered = ({ source, visible }: SearchScope) => sql<SqlBool>`${visible} and ${source.only ?? sql`true`}`

/**
 * The hits that `found` has as `id` and `rank`, in the order of its columns `places`. What a list shows of them is read
 * of the first alone, by an id that the others have not: those are only counted.
 */
function hits(
  { source, name, beside, table }: SearchScope,
  { field, value }: Searched,
  { shown }: HitLimits,
  found: RawBuilder<unknown>,
  places: RawBuilder<unknown>,
) {
  return sql<SearchHit>`
    (select hit.id, ${sql.lit(source.type)} as type, ${sql.lit(field)} as field, hit.rank, shown.value, shown.name, shown.beside, shown.active
     from (select found.id, found.rank, row_number() over (order by ${places}) as place from ${found} as found) as hit
     left join lateral (
       select ${value} as value, ${name} as name, ${beside?.facts ?? sql`null::jsonb`} as beside,
         ${source.active ?? sql`true`} as active from ${sql.table(table)}
       where ${sql.ref(`${table}.id`)} = case when hit.place <= ${literal(shown)} then hit.id end) as shown on true
     order by hit.place)`
}

function whole(scope: SearchScope, exact: Searched & { where: Expression<SqlBool> }, limits: HitLimits) {
  const found = sql`(
    select ${id(scope)} as id, 0 as rank from ${sql.table(scope.table)}
    where ${exact.where} and ${offered(scope)} order by ${id(scope)} limit ${literal(limits.most)})`
  return hits(scope, exact, limits, found, sql`found.id`)
}

/** What the source finds in its own ways. */
const itsOwn: Stage = (scope, typed, limits) =>
  (
    scope.source.finds?.(typed, { viewer: scope.viewer, offered: offered(scope), most: literal(limits.most) }) ?? []
  ).map((found) => hits(scope, found, limits, sql`(${found.rows})`, sql`found.place`))

/** The same at once, for types that are not to be hidden by what others begin with. */
export async function foundByItself(db: Db, scopes: SearchScope[], typed: string, limits: HitLimits) {
  const branches = scopes.flatMap((scope) => itsOwn(scope, typed, limits))
  if (branches.length === 0) return []
  const asked = sql<SearchHit>`${sql.join(branches, sql` union all `)}`
  return (await withKeptPlan(db, (one) => asked.execute(one))).rows
}

interface Beginning {
  texts: (begins: Begins) => (string | null)[]
  rank: (key: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Hits that begin with one of the texts, in the order of the index. */
function beginning(scope: SearchScope, limits: HitLimits, { texts, rank }: Beginning): RawBuilder<SearchHit>[] {
  const most = literal(limits.most)
  return (scope.source.begins ?? []).flatMap((begins) => {
    const { name, then } = begins
    const wanted = texts(begins).filter((text) => text !== null)
    if (wanted.length === 0) return []
    const key = sql`(${name}) collate "C"`
    const order = [key, ...then, id(scope)]
    const places = order.map((_expression, i) => sql.ref(`place_${i}`))
    // A range and not LIKE, so that PostgreSQL can keep the plan; nothing sorts behind the last character.
    const found = sql`(
      select one.*, ${rank(places[0]!)} as rank
      from ${eachOf(wanted)}, lateral (
        select ${id(scope)} as id,
               ${sql.join(order.map((expression, i) => sql`${expression} as ${places[i]}`))}
        from ${sql.table(scope.table)}
        where ${key} >= wanted.text and ${key} < wanted.text || chr(1114111) and ${begins.where ?? sql`true`} and ${offered(scope)}
        order by ${sql.join(order)} limit ${most}) as one
      order by ${sql.join(places)} limit ${most})`
    return hits(scope, begins, limits, found, sql.join(places))
  })
}

interface Words {
  where: RawBuilder<unknown>
  /** What `where` calls `wanted.text`, one after the other. */
  wanted?: string[]
}

/** Hits by the column of words, by likeness, over no more rows than can be weighed in a moment. */
function byWords(rank: number, find: (typed: string, text: Expression<string>) => Words): Stage {
  return (scope, typed, limits) => {
    if (!scope.source.words) return []
    const { text } = scope.source.words
    const { where, wanted } = find(typed, text)
    if (wanted?.length === 0) return []
    const most = literal(Math.max(MOST_WEIGHED, limits.most))
    const best = sql`(
      select id, text, ${sql.lit(rank)} as rank, word_similarity(${normalised(typed)}, text) as likeness
      from (
        select ${wanted ? sql`distinct` : sql``} one.id, one.text
        from ${wanted ? sql`${eachOf(wanted)}, lateral` : sql``} (
          select ${id(scope)} as id, ${text} as text from ${sql.table(scope.table)}
          where ${where} and ${offered(scope)} limit ${most}) as one
        limit ${most}) as weighed
      order by likeness desc, text, id limit ${literal(limits.most)})`
    return [hits(scope, scope.source.words, limits, best, sql`found.likeness desc, found.text, found.id`)]
  }
}

/** Hits that have all words that tell something, the nearest first. */
const byAllWords: Stage = (scope, typed, limits) => {
  const telling = tellingWords(typed).join(' ')
  return CLOSENESS.flatMap((near, i) =>
    byWords(RANK.words + i, (_typed, text) => ({ where: sql`${near.has(text, telling)}` }))(scope, typed, limits),
  )
}
