import type { RowQuery } from '../database/types.ts'
import { rowsByCachedSql } from '../fast/cached-sql.ts'
import type { Found } from '../fast/index-first.ts'
import { type Exchange, type ParamsOf, signedIn } from './screen.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { type FilterValues, conditionsOf, withFilterLabels, withIds, writtenFor } from './table-filters.ts'
import { type Paging, type Sort, pageFrom, pageQuery } from './table-query.ts'

/** The rows of one request. */
export type TableRows<Row extends { id: number }> = ReturnType<ReturnType<typeof rowsOfTable<string, Row>>>

/** The rows of a declared table, for one request: those its viewer may see, by its filters, a page at a time. */
export function rowsOfTable<Path extends string, Row extends { id: number }>(
  declaration: { record: string } & TableDeclaration<Path, Row>,
) {
  const { filters = {}, path } = declaration

  return ({ services, viewer: visitor, params }: Pick<Exchange, 'services' | 'viewer' | 'params'>) => {
    const viewer = signedIn(visitor)
    const record = services.registry.record(declaration.record)

    const scoped = async (values: FilterValues, rights = viewer) => {
      const all = declaration
        .query(services.db, rights, params as ParamsOf<Path>, services)
        .where(record.visibleTo(rights))
      const found = await conditionsOf(filters, values, rights, services.db)
      const meeting = (some: Found[]) => all.where((eb) => eb.and(some.map(({ where }) => where)))
      return {
        query: meeting(found),
        /** One page of them; a condition with branches is taken apart where the order allows it. */
        page: (sort: Sort, paging: Paging, extended: (query: RowQuery<Row>) => RowQuery<Row>) => {
          const split = found.find(({ branches }) => branches?.by === sort.by[0])
          const parts = split?.branches?.where.map((where) => ({ where, by: sort.by })) ?? sort.parts?.(rights)
          const isOffset = paging.page > 0 && paging.after === null
          const others = split && !isOffset ? found.filter((condition) => condition !== split) : found
          return pageQuery(extended(meeting(others)), record.table, sort, paging, parts)
        },
      }
    }

    const completed = async (found: Row[], sort: Sort, paging: Paging) => {
      const page = pageFrom(found, sort, paging)
      return declaration.complete ? { ...page, rows: await declaration.complete(page.rows, services, viewer) } : page
    }

    /** A page of a query that was made with `scoped`. */
    const pageOf = async (query: RowQuery<Row>, sort: Sort, paging: Paging) => {
      const found = await pageQuery(query, record.table, sort, paging, sort.parts?.(viewer)).execute()
      return completed(found, sort, paging)
    }

    /** A page of the list, with the names that its filters are shown by. */
    const listPage = async (values: FilterValues, sort: Sort, paging: Paging) => {
      const write = async (asked: FilterValues, rights = viewer) => {
        const { page } = await scoped(asked, rights)
        const query = page(sort, paging, (rows) => withFilterLabels(rows, filters, asked, rights, services))
        return { compile: () => query.compile(), execute: () => query.execute() }
      }
      // The first page is asked for most.
      const isFirst = !path.includes(':') && paging.page === 0 && paging.after === null
      const written = isFirst ? writtenFor(filters, values) : null
      if (written === null) return completed(await (await write(values)).execute(), sort, paging)
      const name = `${path}?${written.name} ${paging.sort} ${paging.maxPerPage}`
      const found = await rowsByCachedSql(services.db, { viewer, name, ids: written.ids }, (rights, ...ids) =>
        write(withIds(filters, values, ids), rights),
      )
      return completed(found, sort, paging)
    }

    return { tableName: record.table, scoped, pageOf, listPage }
  }
}
