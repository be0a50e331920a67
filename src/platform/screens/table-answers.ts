/** What a table answers: ids, a number, a file, or its rows with as much around them as was asked for. */
import { type SqlBool, sql } from 'kysely'
import { sendExport } from '../export/export.ts'
import { csrfToken } from '../http/csrf.ts'
import { sendHtml, wantsFragment } from '../http/respond.ts'
import { permittedActions } from './guarded-actions.ts'
import type { TableModel } from './models.ts'
import { pageModel, sendPage } from './page.ts'
import type { Exchange } from './screen.ts'
import { columnsFor, headingOf, rowModel } from './table-columns.ts'
import { filterFields } from './table-filters.ts'
import { type Declared, type Found, tableModel } from './table-model.ts'
import { countRows, countText, fetchIds } from './table-query.ts'
import type { TableRequest } from './table-request.ts'
import type { TableRows } from './table-rows.ts'

/** One request for a declared table. */
export interface Listing<Path extends string, Row extends { id: number }> {
  declaration: Declared<Path, Row>
  exchange: Exchange
  asked: TableRequest
  rows: TableRows<Row>
}

/** A single row is refreshed even when it no longer matches the filter; the scope always holds. */
const scopeOf = async <Row extends { id: number }>({ rows, asked }: { rows: TableRows<Row>; asked: TableRequest }) =>
  (await rows.scoped(asked.wanted ? {} : asked.values)).query

/** The ids of all rows, for who chooses all of them. */
export async function sendIds<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { exchange, asked, rows } = listing
  exchange.res.json(await fetchIds(await scopeOf(listing), rows.tableName, asked.sort, asked.paging.sort))
}

/** How many rows there are, as text. */
export async function sendCount<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { res, services } = listing.exchange
  sendHtml(res, countText(await countRows(services.db, await scopeOf(listing))))
}

/** All rows as a file. It stands alone, also when it was asked for in a tab, so that it has all columns. */
export async function sendFile<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const { declaration, exchange, asked, rows } = listing
  const { viewer, sort, paging } = asked
  const query = await scopeOf(listing)
  const page = (after: string | null, size: number) =>
    rows.pageOf(query, sort, { page: 0, maxPerPage: size, sort: paging.sort, after })
  const columns = columnsFor(declaration, viewer, (await page(null, 1)).rows, null)
  return sendExport(exchange, viewer, {
    format,
    title: declaration.title,
    record: declaration.record,
    columns: columns.map((column) => headingOf(column, declaration, exchange.services)),
    cells: (row: Row) => rowModel(declaration, row, viewer, columns).cells,
    page,
  })
}

async function findRows<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<Found<Row>> {
  const { asked, rows } = listing
  const { wanted, paging, sort } = asked
  if (!wanted) return rows.listPage(asked.values, sort, paging)
  const query = await scopeOf(listing)
  const some = query.where(sql<SqlBool>`${sql.ref(`${rows.tableName}.id`)} = any(${wanted})`)
  return rows.pageOf(some, sort, { ...paging, page: 0, after: null, maxPerPage: Math.max(wanted.length, 1) })
}

/** Rows to look at: as a page with its frame, or as much of the table as the browser has not yet. */
export async function sendRows<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { declaration, exchange, asked } = listing
  const { viewer, values, tabFilters } = asked
  const found = await findRows(listing)
  const fields = await filterFields(declaration, values, viewer, exchange.services, { row: found.rows[0], tabFilters })
  const columns = columnsFor(declaration, viewer, found.rows, tabFilters)
  const model = tableModel(declaration, exchange, asked, { fields, columns, found })
  if (wantsFragment(exchange.req)) sendFragment(exchange, asked, model)
  else await sendWhole(listing, model)
}

function sendFragment({ req, res, services }: Exchange, asked: TableRequest, model: TableModel): void {
  const { viewer, wanted, paging, embed } = asked
  const view = embed ? 'table' : wanted || paging.page > 0 ? 'table-rows' : 'table-results'
  const table = wanted ? { ...model, next: null } : model
  const html = services.views.render(`platform/${view}`, { ...res.locals, csrf: () => csrfToken(req), table, viewer })
  sendHtml(res, html)
}

async function sendWhole<Path extends string, Row extends { id: number }>(
  { declaration, exchange, asked }: Listing<Path, Row>,
  model: TableModel,
): Promise<void> {
  const { res, services } = exchange
  const { title, path, actions = [], add } = declaration
  const page = pageModel(services, asked.viewer, {
    title,
    path,
    actions: permittedActions(asked.viewer, [...actions, ...(add ? [add] : [])]),
    openPopup: (res.locals.openPopup as string | undefined) ?? null,
    note: (await declaration.note?.(services)) ?? null,
  })
  return sendPage(exchange, page, 'platform/table-page', { table: model })
}
