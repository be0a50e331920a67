/** All that the view of a table draws, from its declaration and what was found. */
import { type Viewer, may } from '../access/viewer.ts'
import { permittedActions } from './guarded-actions.ts'
import type { Action, ColumnModel, FilterField, TableModel } from './models.ts'
import type { Exchange } from './screen.ts'
import { headingOf, rowModel } from './table-columns.ts'
import type { Column, Empty, TableDeclaration } from './table-declaration.ts'
import type { FilterValues } from './table-filters.ts'
import { countText, isDescending } from './table-query.ts'
import { PAGE_SIZES, type TableRequest, pageSizeOf } from './table-request.ts'

export type Declared<Path extends string, Row extends { id: number }> = TableDeclaration<Path, Row> & {
  record: string
  fieldsOf?: string
}

/** Not the request's own path: a popup opened by its URL draws this list behind it. */
const addressOf = (path: string, params: Exchange['params']) =>
  path.replace(/:([A-Za-z_]+)/g, (_all, name: string) => String(params[name]))

const idOf = (path: string) => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')

const fieldName = (sort: string) => sort.replace(/^-/, '')

function sortedBy(column: { sort?: string }, sort: string): ColumnModel['sorted'] {
  if (column.sort !== fieldName(sort)) return 'none'
  return isDescending(sort) ? 'descending' : 'ascending'
}

/** What the address of this list holds: its filters, and its order where that is not the usual one. */
function addressed(fields: FilterField[], sort: string, defaultSort: string): URLSearchParams {
  const params = new URLSearchParams()
  for (const field of fields) if (field.value !== '') params.set(field.name, field.value)
  if (sort !== defaultSort) params.set('sort', sort)
  return params
}

/** The button that adds a row, which starts with what the list is filtered by. */
function addActionOf<Path extends string, Row extends { id: number }>(
  { add, addEmbedded, addWith }: TableDeclaration<Path, Row>,
  { viewer, tabFilters }: TableRequest,
  params: URLSearchParams,
): Action | null {
  const offered = tabFilters && addEmbedded === false ? undefined : add
  const [action = null] = permittedActions(viewer, offered ? [offered] : [])
  const start = new URLSearchParams([...params].filter(([name]) => addWith?.includes(name)))
  return action?.url && start.size > 0 ? { ...action, url: `${action.url}?${start.toString()}` } : action
}

/** What can be done with rows that are chosen. */
function choicesOf<Path extends string, Row extends { id: number }>(
  { bulk, massDelete }: TableDeclaration<Path, Row>,
  viewer: Viewer,
  url: string,
) {
  const actions = permittedActions(viewer, bulk)
  const mayDelete = massDelete !== undefined && may(viewer, massDelete.area, 'change')
  return {
    selectable: actions.length > 0 || mayDelete,
    bulk: actions,
    massDeleteUrl: mayDelete ? `${url}/massDelete` : null,
  }
}

/** What is searched for, and whether anything else narrows the list. */
function narrowing(fields: FilterField[], defaults: FilterValues = {}) {
  const search = fields.find(({ kind, fixed }) => kind === 'text' && !fixed)
  const isFiltered = fields.some(
    (field) => field !== search && field.display !== '' && !field.fixed && field.value !== defaults[field.name],
  )
  return { searched: search?.value ?? '', isFiltered }
}

const emptyOf = ({ empty }: { empty: Empty | ((viewer: Viewer) => Empty) }, viewer: Viewer): Empty =>
  typeof empty === 'function' ? empty(viewer) : empty

/** The model of a table with the rows that were found; `after` is the key of the page that follows. */
export function tableModel<Path extends string, Row extends { id: number }>(
  declaration: Declared<Path, Row>,
  { params: pathParams, services }: Pick<Exchange, 'params' | 'services'>,
  asked: TableRequest,
  { fields, columns, found }: { fields: FilterField[]; columns: Column<Row>[]; found: Found<Row> },
): TableModel {
  const { viewer, paging, tabFilters } = asked
  const url = addressOf(declaration.path, pathParams)
  const params = addressed(fields, paging.sort, declaration.defaultSort)
  const link = (more: Record<string, string>) =>
    `${url}?${new URLSearchParams([...params, ...Object.entries(more)]).toString()}`
  const tab = tabFilters && ['embed', ...tabFilters.filter((name) => name in (declaration.filters ?? {}))].join(',')
  const next = {
    page: String(paging.page + 1),
    max_per_page: String(paging.maxPerPage),
    after: found.after ?? '',
    ...(tab === null ? {} : { own: tab }),
  }
  const addAction = addActionOf(declaration, asked, params)
  const isWhole = paging.page === 0 && found.after === null
  return {
    id: idOf(declaration.path),
    url,
    type: declaration.record,
    title: declaration.title,
    columns: columns.map((column) => ({
      label: headingOf(column, declaration, services),
      sort: column.sort ?? null,
      sorted: sortedBy(column, paging.sort),
      kind: column.kind ?? 'text',
    })),
    rows: found.rows.map((row) => rowModel(declaration, row, viewer, columns)),
    page: paging.page,
    maxPerPage: paging.maxPerPage,
    pageSizes: PAGE_SIZES.map((size) => ({ size, chosen: size === pageSizeOf(viewer) })),
    next: found.after === null ? null : link(next),
    count: isWhole ? countText(found.rows.length) : null,
    countUrl: link({ count: '1' }),
    filters: fields,
    ...narrowing(fields, declaration.defaults),
    tabFilters: tab,
    sort: paging.sort,
    ...choicesOf(declaration, viewer, url),
    exportUrl: declaration.exportable === false ? null : url,
    addAction,
    empty: { ...emptyOf(declaration, viewer), action: addAction },
  }
}

export interface Found<Row> {
  rows: Row[]
  after: string | null
}
