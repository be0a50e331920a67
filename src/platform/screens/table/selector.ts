import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerFor } from '../../access/viewer.ts'
import { literal } from '../../fast/prepared-reads.ts'
import type { Db, RowQuery } from '../../database/types.ts'
import type { Services } from '../../services.ts'
import { findWords, firstOfBranches, indexFirst } from '../../fast/index-first.ts'
import { type Closeness, INSIDE, NEARER, closeness } from '../../matching/closeness.ts'
import { hasWords, type Indexed, type Searched } from '../../matching/conditions.ts'
import { looksLike } from '../../search/likeness.ts'

export interface SelectorRow {
  id: number
  label: string
}
export interface SelectorQuery {
  text: string
  filters: Record<string, string>
  limit: number
}

/** A searchable dropdown over one object type, answered by /ajax/specialSelectorSearch. */
export interface SelectorSource {
  type: string
  record: string
  /** Most rows one search answers. */
  limit: number
  search(services: SelectorServices, viewer: Viewer, query: SelectorQuery): Promise<SelectorRow[]>
  find(services: SelectorServices, viewer: Viewer, ids: number[]): Promise<SelectorRow[]>
  /** The label of one record as part of another query; null for one that the viewer may not see. */
  label(services: SelectorServices, viewer: Viewer, id: number): RawBuilder<string | null>
}
type SelectorServices = Pick<Services, 'db' | 'registry'>

/** The rows that a value keeps. */
type SelectorFilter = ((value: string, viewer: Viewer) => Expression<SqlBool>) | IndexedFilter
interface IndexedFilter {
  where(value: string): Expression<SqlBool>
  indexed: Indexed
}

const conditionOf = (filter: SelectorFilter, value: string, viewer: Viewer, db: Db) =>
  typeof filter === 'function' ? filter(value, viewer) : indexFirst(db, filter.indexed, filter.where(value))

/** What has the words somewhere else than in one text: in that of another table as well. */
interface FoundBy {
  where(text: string): Expression<SqlBool>
}

const DEFAULT_LIMIT = 50

interface Searching<Row> {
  query: RowQuery<Row>
  idColumn: RawBuilder<unknown>
  read: Searched
  text: string
  /** The first rows in the order of the selector, after another order. */
  first: (rows: RowQuery<Row>, before?: Expression<unknown>[]) => RowQuery<Row>
}

const inOrder = <Row>({ read, text, first }: Searching<Row>, rows: RowQuery<Row>) =>
  first(rows, [closeness(read.text, text)]).execute()

/** The first rows of each of these ways to have the words. */
async function firstsOf<Row>(db: Db, ways: Closeness[], { query, read, text, first }: Searching<Row>) {
  const found = await Promise.all(ways.map((near) => findWords(db, read, text, near)))
  const branches = found.flatMap(({ where, branches: several }) => several?.where ?? [where])
  return branches.map((branch) => first(query.where(branch)))
}

/** The rows that have the words. In the middle of others they are looked for only where too few are found without. */
async function nearest<Row>(db: Db, searching: Searching<Row>, most: number): Promise<Row[]> {
  const { query, idColumn, read, text } = searching
  // What has no index is short, and read whole.
  if (read.table === undefined) return inOrder(searching, query.where(hasWords(read.text, text)))
  const together = (firsts: RowQuery<Row>[]) => inOrder(searching, firstOfBranches(query, idColumn, firsts))
  const nearer = await firstsOf(db, NEARER, searching)
  const found = await together(nearer)
  return found.length < most ? together([...nearer, ...(await firstsOf(db, [INSIDE], searching))]) : found
}

/**
 * Declares a selector. The record's row scope is applied here, so it shows only what the viewer may see.
 * @param declaration.query rows with `id` and `label` (and what else callers of returnObjects need)
 * @param declaration.filters known filters by name; others are ignored
 */
export function selector<Row extends SelectorRow>(declaration: {
  type: string
  record: string
  table: string
  query(db: Db, viewer: Viewer): RowQuery<Row>
  /** What is searched, as far as the viewer may read it; its `table` is this one's, when that has a trigram index. */
  searched: Searched | ((viewer: Viewer) => Searched | FoundBy)
  sort: Expression<unknown>[]
  filters?: Record<string, SelectorFilter>
  /** Rows that can be found by id but are not offered, such as disabled ones. */
  offered?: Expression<SqlBool>
  /** Which of them are shown before anything is typed; all where nothing is said. */
  shownFirst?: Expression<SqlBool>
  limit?: number
}): SelectorSource {
  const most = declaration.limit ?? DEFAULT_LIMIT
  const idColumn = sql.ref(`${declaration.table}.id`)
  const entitled = ({ registry }: SelectorServices, whole: Viewer) =>
    viewerFor(whole, registry.record(declaration.record).area)
  const scoped = (services: SelectorServices, whole: Viewer) => {
    const viewer = entitled(services, whole)
    return declaration.query(services.db, viewer).where(services.registry.record(declaration.record).visibleTo(viewer))
  }
  return {
    type: declaration.type,
    record: declaration.record,
    limit: most,
    async search(services, viewer, { text, filters, limit }) {
      const rights = entitled(services, viewer)
      let query = scoped(services, viewer)
      if (declaration.offered) query = query.where(declaration.offered)
      for (const [name, value] of Object.entries(filters)) {
        const filter = Object.hasOwn(declaration.filters ?? {}, name) ? declaration.filters?.[name] : undefined
        if (filter && value !== '') query = query.where(await conditionOf(filter, value, rights, services.db))
      }
      const { searched, shownFirst } = declaration
      const read = typeof searched === 'function' ? searched(rights) : searched
      const asked = Math.min(limit, most)
      const first = (rows: RowQuery<Row>, before: Expression<unknown>[] = []) =>
        [...before, ...declaration.sort].reduce<RowQuery<Row>>(
          (sorted, by) => sorted.orderBy(by),
          rows.limit(literal(asked)),
        )
      if (text === '') return first(shownFirst ? query.where(shownFirst) : query).execute()
      if ('where' in read) return first(query.where(read.where(text))).execute()
      const searching = { query, idColumn, read, text, first }
      const found = await nearest(services.db, searching, asked)
      if (found.length > 0) return found
      const alike = looksLike(read, text, services.registry.record(declaration.record).visibleTo(viewer))
      return alike ? inOrder(searching, query.where(alike)) : []
    },
    find: (services, viewer, ids) =>
      scoped(services, viewer)
        .where(sql<SqlBool>`${idColumn} = any(${ids})`)
        .execute(),
    label: (services, viewer, id) =>
      sql<
        string | null
      >`(select label from (${scoped(services, viewer).where(sql<SqlBool>`${idColumn} = ${id}`)}) named)`,
  }
}
