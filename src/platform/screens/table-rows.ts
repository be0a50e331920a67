import type { Viewer } from '../http/viewer.ts'
import { rowsOnceWritten } from '../database/written.ts'
import type { Services } from '../services.ts'
import type { Exchange, ParamsOf } from './screen.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { type FilterValues, conditionsOf, withFilterLabels, withIds, writtenFor } from './table-filters.ts'
import { type Paging, type Sort, pageFrom, pageQuery } from './table-query.ts'

/** The rows of a declared table: those its viewer may see, by its filters, a page at a time. */
export function rowsOfTable<Path extends string, Row extends { id: number }>(
  declaration: { record: string } & TableDeclaration<Path, Row>,
) {
  const { filters = {}, path } = declaration

  const scoped = async (services: Services, viewer: Viewer, exchange: Exchange, values: FilterValues) => {
    const record = services.registry.record(declaration.record)
    const query = declaration
      .query(services.db, viewer, exchange.params as ParamsOf<Path>, services)
      .where(record.visibleTo(viewer))
    const conditions = await conditionsOf(filters, values, viewer, services.db)
    // Wrapped, since Kysely refuses to be awaited.
    return { query: query.where((eb) => eb.and(conditions)) }
  }

  const completed = async (found: Row[], sort: Sort, paging: Paging, services: Services, viewer: Viewer) => {
    const page = pageFrom(found, sort, paging)
    return declaration.complete ? { ...page, rows: await declaration.complete(page.rows, services, viewer) } : page
  }

  const pageOf = async (
    services: Services,
    viewer: Viewer,
    ...[query, tableName, sort, paging]: Parameters<typeof pageQuery<Row>>
  ) => completed(await pageQuery(query, tableName, sort, paging).execute(), sort, paging, services, viewer)

  /** The first page, which is asked for most, with the names that its filters are shown by. */
  const firstPageOf = async (
    services: Services,
    viewer: Viewer,
    exchange: Exchange,
    values: FilterValues,
    sort: Sort,
    paging: Paging,
  ) => {
    const tableName = services.registry.record(declaration.record).table
    const write = async (asked: FilterValues) => {
      const { query } = await scoped(services, viewer, exchange, asked)
      const labelled = withFilterLabels(query, filters, asked, viewer, services)
      const page = pageQuery(labelled, tableName, sort, paging)
      return { compile: () => page.compile(), execute: () => page.execute() }
    }
    const written = path.includes(':') ? null : writtenFor(filters, values)
    if (written === null) return completed(await (await write(values)).execute(), sort, paging, services, viewer)
    const name = `${path}?${written.name} ${paging.sort} ${paging.maxPerPage}`
    const found = await rowsOnceWritten(services.db, { viewer, name, ids: written.ids }, (...ids) =>
      write(withIds(filters, values, ids)),
    )
    return completed(found, sort, paging, services, viewer)
  }

  return { scoped, pageOf, firstPageOf }
}
