/** What a table answers: ids, a number, a file, or its rows with as much around them as was asked for. */
import { type SqlBool, sql } from 'kysely'
import type { RowQuery } from '../../database/types.ts'
import { sendExport } from '../../export/export.ts'
import { csrfToken } from '../../http/csrf.ts'
import { sendHtml, sendJson, wantsFragment } from '../../http/respond.ts'
import { permittedActions } from '../popup/guarded-actions.ts'
import type { TableModel, ViewsModel } from '../models.ts'
import { pageModel, sendPage } from '../page.ts'
import type { Exchange } from '../screen.ts'
import { columnsFor, headingOf, rowModel } from './table-columns.ts'
import { filterFields } from './table-filter-fields.ts'
import type { Declared } from './table-actions.ts'
import { type Found, tableModel } from './table-model.ts'
import { countRows, countText, fetchIds } from './table-query.ts'
import type { TableRequest } from './table-request.ts'
import type { TableRows } from './table-rows.ts'
import { viewsModel } from './table-tabs.ts'
import { type Group, type GroupHead, groupFor, groupHeads } from './table-groups.ts'
import { UNCOUNTED, inTime, tooSlow } from './table-slow.ts'

/** One request for a declared table. */
export interface Listing<Path extends string, Row extends { id: number }> {
  declaration: Declared<Path, Row>
  exchange: Exchange
  asked: TableRequest
  rows: TableRows<Row>
  /** Why the view that was asked for is not shown. */
  note: string | null
}

/** A single row is refreshed even when it no longer matches the filter; the scope always holds. */
const scopeOf = async <Row extends { id: number }>({ rows, asked }: { rows: TableRows<Row>; asked: TableRequest }) =>
  (
    (asked.alike && !asked.wanted ? await rows.scopedAlike(asked.values) : null) ??
    (await rows.scoped(asked.wanted ? {} : asked.values))
  ).query

const withIds = <Row extends { id: number }>(query: RowQuery<Row>, table: string, ids: number[]): RowQuery<Row> =>
  query.where(sql<SqlBool>`${sql.ref(`${table}.id`)} = any(${ids})`)

/** @throws HttpError (422) as soon as this takes too long, with the filters that would help */
async function orSlow<Path extends string, Row extends { id: number }, T>(
  { declaration, exchange, asked }: Listing<Path, Row>,
  ask: () => Promise<T>,
): Promise<T> {
  const found = await inTime(async () => ({ answer: await ask() }))
  if (found) return found.answer
  const { values, viewer, tabFilters } = asked
  throw tooSlow(await filterFields(declaration, values, viewer, exchange.services, { row: undefined, tabFilters }))
}

/** The ids of all rows, for who chooses all of them. */
export async function sendIds<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { exchange, asked, rows } = listing
  const idsOf = (query: RowQuery<Row>) => fetchIds(query, rows.tableName, asked.sort, asked.paging.sort)
  const ids = await orSlow(listing, async () => {
    const strict = await idsOf(await scopeOf(listing))
    const alike = strict.length === 0 ? await rows.scopedAlike(asked.values) : null
    return alike ? idsOf(alike.query) : strict
  })
  sendJson(exchange.res, ids)
}

/** How many rows there are, as text. */
export async function sendCount<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { res, services } = listing.exchange
  const count = await inTime(async () => countRows(services.db, await scopeOf(listing)))
  sendHtml(res, count === null ? UNCOUNTED : countText(count))
}

/** The rows that a file is wanted of, with the first of them. */
async function fileRows<Path extends string, Row extends { id: number }>(listing: Listing<Path, Row>) {
  const { asked, rows } = listing
  const { sort, paging } = asked
  const pages = (query: RowQuery<Row>) => (after: string | null, size: number) =>
    rows.pageOf(query, sort, { page: 0, maxPerPage: size, sort: paging.sort, after })
  // Chosen rows are in it whatever the filters are now.
  const scope = asked.chosen ? (await rows.scoped({})).query : await scopeOf(listing)
  const page = pages(asked.chosen ? withIds(scope, rows.tableName, asked.chosen) : scope)
  const first = await page(null, 1)
  const alike = first.rows.length === 0 && !asked.chosen ? await rows.scopedAlike(asked.values) : null
  if (!alike) return { page, first }
  const likePage = pages(alike.query)
  return { page: likePage, first: await likePage(null, 1) }
}

/**
 * All rows as a file, with the columns that the list shows. One that was asked for in a tab stands alone, so that it has
 * all of the usual ones. What cannot be found quickly is refused; a long file may take its time.
 */
export async function sendFile<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  const { declaration, exchange, asked } = listing
  const { viewer } = asked
  const { page, first } = await orSlow(listing, () => fileRows(listing))
  const columns = columnsFor(declaration, viewer, first.rows, { ...asked, tabFilters: null })
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
  if (!wanted) return rows.listPage(asked.values, sort, paging, asked.alike)
  const query = await scopeOf(listing)
  const some = withIds(query, rows.tableName, wanted)
  return rows.pageOf(some, sort, { ...paging, page: 0, after: null, maxPerPage: Math.max(wanted.length, 1) })
}

/** What stands above the rows of a grouped list. */
async function headsOf<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
  { rows, isAlike }: Found<Row>,
): Promise<Map<Row, GroupHead>> {
  const { declaration, exchange, asked } = listing
  const group = declaration.groups?.[asked.group] as Group<Row> | undefined
  if (!group) return new Map()
  const { db, registry } = exchange.services
  const { label } = registry.record(declaration.record)
  const alike = isAlike ? await listing.rows.scopedAlike(asked.values) : null
  const shown = groupFor(group, asked.viewer)
  return groupHeads(db, alike?.query ?? (await scopeOf(listing)), { group: shown, rows, label })
}

/** Rows to look at: as a page with its frame, or as much of the table as the browser has not yet. */
export async function sendRows<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { declaration, exchange, asked } = listing
  const { viewer, values, tabFilters } = asked
  const isPage = !wantsFragment(exchange.req) || asked.as === 'view'
  // What is added to rows that stand is refused; the first of them may be a list that says what would help.
  const isAdded = asked.wanted !== null || asked.paging.page > 0
  const find = () => findRows(listing)
  const [quick, views] = await Promise.all([
    isAdded ? orSlow(listing, find) : inTime(find),
    isPage ? viewsModel(listing) : null,
  ])
  const found = quick ?? { rows: [], after: null, isSlow: true }
  const fields = await filterFields(declaration, values, viewer, exchange.services, { row: found.rows[0], tabFilters })
  const columns = columnsFor(declaration, viewer, found.rows, asked)
  const heads = await headsOf(listing, found)
  const model = tableModel(declaration, exchange, asked, { fields, columns, found, heads })
  if (asked.as === 'view') sendView(exchange, { table: model, views, viewer })
  else if (wantsFragment(exchange.req)) sendFragment(exchange, asked, model)
  else await sendWhole(listing, { table: model, views })
}

function sendFragment({ req, res, services }: Exchange, asked: TableRequest, model: TableModel): void {
  const { viewer, wanted, paging, embed } = asked
  const view = embed ? 'table' : wanted || paging.page > 0 ? 'table-rows' : 'table-results'
  const table = wanted ? { ...model, next: null } : model
  const html = services.views.render(`platform/${view}`, { ...res.locals, csrf: () => csrfToken(req), table, viewer })
  sendHtml(res, html)
}

/** The list as another view shows it, with its tabs. */
function sendView({ req, res, services }: Exchange, shown: object): void {
  const html = services.views.render('platform/table-list', { ...res.locals, csrf: () => csrfToken(req), ...shown })
  sendHtml(res, html)
}

async function sendWhole<Path extends string, Row extends { id: number }>(
  { declaration, exchange, asked }: Listing<Path, Row>,
  shown: { table: TableModel; views: ViewsModel | null },
): Promise<void> {
  const { res, services } = exchange
  const { title, path, menu = path, actions = [], add } = declaration
  const page = pageModel(services, asked.viewer, {
    title,
    path: menu,
    actions: permittedActions(asked.viewer, [...actions, ...(add ? [add] : [])]),
    openPopup: (res.locals.openPopup as string | undefined) ?? null,
    note: (await declaration.note?.(services, asked.values)) ?? null,
  })
  return sendPage(exchange, page, 'platform/table-page', shown)
}

/** Where the rows lie. */
export async function sendMap<Path extends string, Row extends { id: number }>(
  listing: Listing<Path, Row>,
): Promise<void> {
  const { declaration, exchange } = listing
  const zoom = Math.min(Math.max(Number(exchange.req.query.zoom) || 7, 0), 18)
  const places = await orSlow(listing, async () => {
    const found = (await scopeOf(listing)) as unknown as RowQuery<unknown>
    return declaration.map!.answer(exchange.services.db, found, { zoom })
  })
  sendJson(exchange.res, places)
}
