import type { Request } from 'express'
import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { idList } from '../forms/fields.ts'
import { parseForm } from '../forms/invalid.ts'
import { sendExport } from '../export/export.ts'
import { csrfToken } from '../http/csrf.ts'
import type { Area } from '../access/rights.ts'
import { sendHtml, wantsFragment } from '../http/respond.ts'
import { type Viewer, may } from '../access/viewer.ts'
import type { FilterField, RowModel, TableModel } from './models.ts'
import { runSave } from './form-popup.ts'
import { pageModel, sendPage } from './page.ts'
import { type Access, type Exchange, type Route, type Screen, reading, screenOf, signedIn } from './screen.ts'
import { permittedActions } from './guarded-actions.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { filterFields, readFilters } from './table-filters.ts'
import { type Paging, countRows, countText, fetchIds, isDescending, keepIds } from './table-query.ts'
import { rowsOfTable } from './table-rows.ts'

/** Rows that a user may have loaded at a time; the last is the most that any request gets. */
const PAGE_SIZES = [30, 50, 100, 200]
const DEFAULT_PAGE_SIZE = 30
const MOST_ROWS = 200

/** How many rows at a time the viewer chose below a table. */
const pageSizeOf = ({ meta }: Viewer): number =>
  PAGE_SIZES.find((size) => String(size) === meta['rows-per-page']) ?? DEFAULT_PAGE_SIZE

const Query = z.object({
  page: z.coerce
    .number()
    .catch(0)
    .transform((page) => Math.min(Math.max(Math.trunc(page) || 0, 0), 1_000_000)),
  max_per_page: z.coerce
    .number()
    .transform((size) => Math.min(Math.max(Math.trunc(size) || DEFAULT_PAGE_SIZE, 1), MOST_ROWS))
    .optional()
    .catch(undefined),
  after: z.string().max(2000).optional(),
  sort: z.string().max(60).optional(),
  onlyGet: idList(20_000),
  checkAll: z.string().optional(),
  count: z.string().optional(),
  embed: z.string().optional(),
  export: z.enum(['csv', 'xlsx'], 'Kies csv of xlsx.').optional(),
})

/** The filters that the tab around a table sets, which its reloads name again; null for a table on a page of its own. */
function ownFilters(req: Request): string[] | null {
  const { query } = req
  if (!wantsFragment(req)) return null
  if (query.embed !== undefined) return Object.keys(query)
  return typeof query.own === 'string' ? query.own.split(',') : null
}

/** A reloadable table at its own URL: paging, sorting, filters, selection, mass delete and export come from here. */
export function table<Path extends string, A extends Area, Row extends { id: number }>(
  declaration: Access<A> & { record: string } & TableDeclaration<Path, Row>,
): Screen {
  const { filters = {} } = declaration
  const tableId = declaration.path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')

  const columnsFor = (viewer: Viewer, [row]: Row[], own: string[] | null) => {
    const hidden = row && declaration.hiddenFields?.(row)
    return declaration.columns.filter(
      (column) =>
        (column.when?.(viewer) ?? true) &&
        !hidden?.has(column.field ?? '') &&
        !column.impliedBy?.some((filter) => own?.includes(filter)),
    )
  }
  type Columns = ReturnType<typeof columnsFor>
  const headingOf = (column: Columns[number], { services }: Exchange) =>
    column.label === undefined
      ? services.registry.record(declaration.fieldsOf ?? declaration.record).facts.label(column.field)
      : column.label

  const rowModel = (row: Row, viewer: Viewer, columns: Columns): RowModel => ({
    id: row.id,
    cells: columns.map((column) => column.cell(row, viewer)),
    open: declaration.open?.(row) ?? null,
    actions: declaration.rowActions?.(row, viewer) ?? [],
    css: declaration.rowCss?.(row) ?? null,
  })

  const rowsFor = rowsOfTable(declaration)

  const sortOf = (wanted: string | undefined): string =>
    wanted !== undefined && Object.hasOwn(declaration.sorts, wanted.replace(/^-/, ''))
      ? wanted
      : declaration.defaultSort

  const modelOf = (
    exchange: Exchange,
    viewer: Viewer,
    fields: FilterField[],
    paging: Paging,
    columns: Columns,
    own: string[] | null,
    found: { rows: Row[]; after: string | null },
  ): TableModel => {
    // Not the request's own path: a popup opened by its URL draws this list behind it.
    const url = declaration.path.replace(/:([A-Za-z_]+)/g, (_all, name: string) => String(exchange.params[name]))
    const params = new URLSearchParams()
    for (const field of fields) if (field.value !== '') params.set(field.name, field.value)
    if (paging.sort !== declaration.defaultSort) params.set('sort', paging.sort)
    const link = (more: Record<string, string>) =>
      `${url}?${new URLSearchParams([...params, ...Object.entries(more)]).toString()}`
    const bulk = permittedActions(viewer, declaration.bulk)
    const tab = own && ['embed', ...own.filter((name) => name in filters)].join(',')
    const offered = own && declaration.addEmbedded === false ? undefined : declaration.add
    const [add = null] = permittedActions(viewer, offered ? [offered] : [])
    const start = new URLSearchParams([...params].filter(([name]) => declaration.addWith?.includes(name)))
    const addAction = add?.url && start.size > 0 ? { ...add, url: `${add.url}?${start.toString()}` } : add
    const mayDelete = declaration.massDelete !== undefined && may(viewer, declaration.massDelete.area, 'change')
    const searchField = fields.find(({ kind, fixed }) => kind === 'text' && !fixed)
    const complete = paging.page === 0 && found.after === null
    return {
      id: tableId,
      url,
      type: declaration.record,
      title: declaration.title,
      columns: columns.map((column) => ({
        label: headingOf(column, exchange),
        sort: column.sort ?? null,
        sorted:
          column.sort !== paging.sort.replace(/^-/, '')
            ? 'none'
            : isDescending(paging.sort)
              ? 'descending'
              : 'ascending',
        kind: column.kind ?? 'text',
      })),
      rows: found.rows.map((row) => rowModel(row, viewer, columns)),
      page: paging.page,
      maxPerPage: paging.maxPerPage,
      pageSizes: PAGE_SIZES.map((size) => ({ size, chosen: size === pageSizeOf(viewer) })),
      next:
        found.after === null
          ? null
          : link({
              page: String(paging.page + 1),
              max_per_page: String(paging.maxPerPage),
              after: found.after,
              ...(tab === null ? {} : { own: tab }),
            }),
      count: complete ? countText(found.rows.length) : null,
      countUrl: link({ count: '1' }),
      filters: fields,
      searched: searchField?.value ?? '',
      narrowed: fields.some(
        (field) =>
          field !== searchField &&
          field.display !== '' &&
          !field.fixed &&
          field.value !== declaration.defaults?.[field.name],
      ),
      own: tab,
      sort: paging.sort,
      selectable: bulk.length > 0 || mayDelete,
      bulk,
      massDeleteUrl: mayDelete ? `${url}/massDelete` : null,
      exportUrl: declaration.exportable === false ? null : url,
      addAction,
      empty: {
        ...declaration.empty,
        action: addAction,
      },
    }
  }

  const show = async (exchange: Exchange) => {
    const { req, res, services } = exchange
    const viewer = signedIn(exchange.viewer)
    const query = parseForm(Query, req.query)
    const values = readFilters(filters, req.query, declaration.defaults)
    const sortName = sortOf(query.sort)
    const sort = declaration.sorts[sortName.replace(/^-/, '')]!
    const { tableName, scoped, pageOf, listPage } = rowsFor(exchange)
    const wanted = req.query.onlyGet === undefined ? null : query.onlyGet
    // A single row is refreshed even when it no longer matches the filter; the scope always holds.
    const scope = () => scoped(wanted ? {} : values)

    if (query.checkAll !== undefined)
      return void res.json(await fetchIds((await scope()).query, tableName, sort, sortName))
    if (query.count !== undefined) return sendHtml(res, countText(await countRows(services.db, (await scope()).query)))
    if (query.export !== undefined && declaration.exportable !== false) {
      const { query: rows } = await scope()
      const any = { page: 0, maxPerPage: 1, sort: sortName, after: null }
      const { rows: first } = await pageOf(rows, sort, any)
      // A file stands alone, also when it was asked for in a tab.
      const columns = columnsFor(viewer, first, null)
      return sendExport(exchange, viewer, {
        format: query.export,
        title: declaration.title,
        record: declaration.record,
        columns: columns.map((column) => headingOf(column, exchange)),
        cells: (row: Row) => rowModel(row, viewer, columns).cells,
        page: (after, size) => pageOf(rows, sort, { page: 0, maxPerPage: size, sort: sortName, after }),
      })
    }

    const paging: Paging = {
      page: query.page,
      maxPerPage: query.max_per_page ?? pageSizeOf(viewer),
      sort: sortName,
      after: query.after ?? null,
    }
    const findPage = async () => {
      if (!wanted) return listPage(values, sort, paging)
      const { query: rows } = await scope()
      const some = rows.where(sql<SqlBool>`${sql.ref(`${tableName}.id`)} = any(${wanted})`)
      const all = { ...paging, page: 0, after: null, maxPerPage: Math.max(wanted.length, 1) }
      return pageOf(some, sort, all)
    }
    const found = await findPage()
    const own = ownFilters(req)
    const fields = await filterFields(declaration, values, viewer, services, { row: found.rows[0], own })
    const model = modelOf(exchange, viewer, fields, paging, columnsFor(viewer, found.rows, own), own, found)
    const locals = {
      ...res.locals,
      csrf: () => csrfToken(req),
      table: wanted ? { ...model, next: null } : model,
      viewer,
    }
    if (!wantsFragment(req)) {
      const page = pageModel(services, viewer, {
        title: declaration.title,
        path: declaration.path,
        actions: permittedActions(viewer, [
          ...(declaration.actions ?? []),
          ...(declaration.add ? [declaration.add] : []),
        ]),
        openPopup: (res.locals.openPopup as string | undefined) ?? null,
        note: (await declaration.note?.(services)) ?? null,
      })
      return sendPage(exchange, page, 'platform/table-page', { table: model })
    }
    const view = query.embed !== undefined ? 'table' : wanted || paging.page > 0 ? 'table-rows' : 'table-results'
    sendHtml(res, services.views.render(`platform/${view}`, locals))
  }

  const massDelete = async (exchange: Exchange) => {
    const { req, services } = exchange
    const viewer = signedIn(exchange.viewer)
    const { ids } = parseForm(z.object({ ids: idList(20_000) }), { ...req.query, ...(req.body as object | undefined) })
    const { tableName, scoped } = rowsFor(exchange)
    const { query: own } = await scoped({})
    const chosen = await keepIds(own, tableName, ids)
    await runSave(
      exchange,
      viewer,
      async (trx) => ({
        flash: {
          str:
            chosen.length === 1 ? 'Het geselecteerde item is verwijderd.' : 'De geselecteerde items zijn verwijderd.',
          type: 'success' as const,
        },
        ...(await declaration.massDelete!.remove(trx, chosen, viewer, services)),
      }),
      { close: false },
    )
  }

  const routes: Route[] = [reading(declaration, show)]
  if (declaration.massDelete)
    for (const method of ['DELETE', 'POST'] as const)
      routes.push({
        method,
        path: `${declaration.path}/massDelete`,
        right: 'change',
        area: declaration.massDelete.area,
        guarded: true,
        handle: massDelete,
      })
  return screenOf('table', { recordParam: null, ...declaration }, routes, { title: declaration.title })
}
