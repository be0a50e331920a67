import type { RowQuery } from '../../database/types.ts'
import { rowsByCachedSql } from '../../fast/cached-sql.ts'
import type { Found } from '../../fast/index-first.ts'
import type { Viewer } from '../../access/viewer.ts'
import { type Exchange, type ParamsOf, signedIn } from '../screen.ts'
import { askedKeys, chosenColumns, withAsked } from './table-columns.ts'
import type { Services } from '../../services.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { withFilterLabels } from './table-filter-fields.ts'
import { conditionsAlike, conditionsOf, namesSeen, withIds, writtenFor } from './table-filter-values.ts'
import type { FilterValues } from './table-filters.ts'
import { withGroup } from './table-groups.ts'
import type { TableRequest } from './table-request.ts'
import { type Paging, type Sort, pageFrom, pageQuery } from './table-query.ts'

/** The rows of one request. */
export type TableRows<Row extends { id: number }> = ReturnType<ReturnType<typeof rowsOfTable<string, Row>>>

/** The rows that meet these conditions, and a page of them. */
function meeting<Row extends { id: number }>(
  all: RowQuery<Row>,
  found: Found[],
  { table, rights }: { table: string; rights: Viewer },
) {
  const by = (some: Found[]) => all.where((eb) => eb.and(some.map(({ where }) => where)))
  return {
    query: by(found),
    /** One page of them; a condition with branches is taken apart where the order allows it. */
    page: (sort: Sort, paging: Paging, extended: (query: RowQuery<Row>) => RowQuery<Row>) => {
      const split = found.find(({ branches }) => branches?.by === sort.by[0])
      const parts = split?.branches?.where.map((where) => ({ where, by: sort.by })) ?? sort.parts?.(rights)
      const isOffset = paging.page > 0 && paging.after === null
      const others = split && !isOffset ? found.filter((condition) => condition !== split) : found
      return pageQuery(extended(by(others)), table, sort, paging, parts)
    },
  }
}

/** Makes a page of what was found, with what no query can join. */
const completing =
  <Row extends { id: number }>(
    { complete }: Pick<TableDeclaration<string, Row>, 'complete'>,
    services: Services,
    viewer: Viewer,
  ) =>
  async (found: Row[], sort: Sort, paging: Paging) => {
    const page = pageFrom(found, sort, paging)
    return complete ? { ...page, rows: await complete(page.rows, services, viewer) } : page
  }

/** The rows of a declared table, for one request: those its viewer may see, by its filters, a page at a time. */
export function rowsOfTable<Path extends string, Row extends { id: number }>(
  declaration: { record: string } & TableDeclaration<Path, Row>,
) {
  const { filters = {}, path } = declaration

  return (
    { services, viewer: visitor, params }: Pick<Exchange, 'services' | 'viewer' | 'params'>,
    shown: Pick<TableRequest, 'columns' | 'group'> = { columns: null, group: '' },
  ) => {
    const viewer = signedIn(visitor)
    const columns = chosenColumns(declaration, viewer, shown.columns)
    const group = declaration.groups?.[shown.group] ?? null
    const withShown = (query: RowQuery<Row>, rights: Viewer) => withGroup(withAsked(query, columns, rights), group)
    const record = services.registry.record(declaration.record)
    const scopedBy = (values: FilterValues, found: Found[], rights: Viewer) => {
      const all = declaration.query(services.db, rights, params as ParamsOf<Path>, services)
      const named = namesSeen(filters, values, rights, services.registry)
      const seen = all.where((eb) => eb.and([record.visibleTo(rights), ...named]))
      const narrowing = declaration.narrows?.((filter) => filter in values)
      return meeting(narrowing ? seen.where(narrowing) : seen, found, { table: record.table, rights })
    }

    const scoped = async (values: FilterValues, rights = viewer) =>
      scopedBy(values, await conditionsOf(filters, values, rights, services.db), rights)

    /** What looks like the words that are searched for; null where none are. */
    const scopedAlike = async (values: FilterValues) => {
      const found = await conditionsAlike(filters, values, viewer, services.db, record.visibleTo(viewer))
      return found && scopedBy(values, found, viewer)
    }

    const completed = completing(declaration, services, viewer)

    /** A page of a query that was made with `scoped`. */
    const pageOf = async (query: RowQuery<Row>, sort: Sort, paging: Paging) => {
      const asked = withShown(query, viewer)
      const found = await pageQuery(asked, record.table, sort, paging, sort.parts?.(viewer)).execute()
      return completed(found, sort, paging)
    }

    const alikePage = async (values: FilterValues, sort: Sort, paging: Paging) => {
      const scope = await scopedAlike(values)
      const asking = (rows: RowQuery<Row>) =>
        withShown(withFilterLabels(rows, filters, values, viewer, services), viewer)
      if (!scope) return { rows: [], after: null }
      return completed(await scope.page(sort, paging, asking).execute(), sort, paging)
    }

    /** A page of the list, with the names that its filters are shown by. */
    const strictPage = async (values: FilterValues, sort: Sort, paging: Paging) => {
      const write = async (asked: FilterValues, rights = viewer) => {
        const { page } = await scoped(asked, rights)
        const query = page(sort, paging, (rows) =>
          withShown(withFilterLabels(rows, filters, asked, rights, services), rights),
        )
        return { compile: () => query.compile(), execute: () => query.execute() }
      }
      // The first page is asked for most.
      const isFirst = !path.includes(':') && paging.page === 0 && paging.after === null
      const written = isFirst ? writtenFor(filters, values) : null
      if (written === null) return completed(await (await write(values)).execute(), sort, paging)
      const name = `${path}?${written.name} ${paging.sort} ${paging.maxPerPage} ${askedKeys(columns)} ${shown.group}`
      const found = await rowsByCachedSql(services.db, { viewer, name, ids: written.ids }, (rights, ...ids) =>
        write(withIds(filters, values, ids), rights),
      )
      return completed(found, sort, paging)
    }

    /** Where nothing has the words that are searched for, what looks like them. */
    const listPage = async (values: FilterValues, sort: Sort, paging: Paging, isAlike: boolean) => {
      const strict = isAlike ? null : await strictPage(values, sort, paging)
      if (strict && (strict.rows.length > 0 || paging.page > 0)) return { ...strict, isAlike: false }
      const alike = await alikePage(values, sort, paging)
      return { ...alike, isAlike: alike.rows.length > 0 }
    }

    return { tableName: record.table, scoped, scopedAlike, pageOf, listPage }
  }
}
