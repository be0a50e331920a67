/** All that the view of a table draws, from its declaration and what was found. */
import type { FilterField } from './filter-field.contract.ts'
import type { ColumnModel, TableModel } from '../models.ts'
import type { Exchange } from '../screen.ts'
import { type Declared, addActionOf, addressOf, choicesOf, emptyModel } from './table-actions.ts'
import { columnChoices, columnsPreference, exportPreference, headingOf, rowModel } from './table-columns.ts'
import type { Column } from './table-declaration.ts'
import { type GroupHead, groupsFor, placedHead } from './table-groups.ts'
import type { FilterValues } from './table-filters.ts'
import { countText, isDescending } from './table-query.ts'
import { PAGE_SIZES, type TableRequest } from './table-request.ts'
import { UNCOUNTED, helpfulFilters } from './table-slow.ts'

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

/** What is searched for, and whether anything else narrows the list. */
function narrowing(fields: FilterField[], defaults: FilterValues = {}) {
  const search = fields.find(({ kind, fixed }) => kind === 'text' && !fixed)
  const isFiltered = fields.some(
    (field) => field !== search && field.operator !== '' && !field.fixed && field.value !== defaults[field.name],
  )
  return { searched: search?.value ?? '', isFiltered }
}

/** The map above it; a tab has none. */
const mapModel = <Path extends string, Row extends { id: number }>(
  { map }: Declared<Path, Row>,
  { viewer, tabFilters }: TableRequest,
): TableModel['map'] =>
  map && tabFilters === null ? { preference: map.preference, isOpen: viewer.meta[map.preference] === '1' } : null

/** Where the columns of its files are chosen. */
function exportFields<Path extends string, Row extends { id: number }>(
  { path, exportable }: Declared<Path, Row>,
  { meta }: TableRequest['viewer'],
): TableModel['exportFields'] {
  if (exportable === false) return null
  const url = `/export/screenSettings?${new URLSearchParams({ page: path }).toString()}`
  return { own: Boolean(meta[exportPreference(path)]), url }
}

/** The model of a table with the rows that were found; `after` is the key of the page that follows. */
export function tableModel<Path extends string, Row extends { id: number }>(
  declaration: Declared<Path, Row>,
  { params: pathParams, services }: Pick<Exchange, 'params' | 'services'>,
  asked: TableRequest,
  {
    fields,
    columns,
    found,
    heads,
  }: { fields: FilterField[]; columns: Column<Row>[]; found: Found<Row>; heads: Map<Row, GroupHead> },
): TableModel {
  const { viewer, paging, tabFilters } = asked
  const url = addressOf(declaration.path, pathParams)
  const params = addressed(fields, paging.sort, declaration.defaultSort)
  const link = (more: Record<string, string>) =>
    `${url}?${new URLSearchParams([...params, ...Object.entries(more)]).toString()}`
  const tab = tabFilters && ['embed', ...tabFilters.filter((name) => name in (declaration.filters ?? {}))].join(',')
  const columnsAsked = asked.columns?.join() ?? ''
  // Where a preference would else come in.
  const hasColumns = columnsAsked !== '' || viewer.meta[columnsPreference(declaration.path)] !== undefined
  const mayChoose = tabFilters === null && !declaration.path.includes(':')
  const alike = found.isAlike ? { alike: '1' } : {}
  const next = {
    page: String(paging.page + 1),
    max_per_page: String(paging.maxPerPage),
    after: found.after ?? '',
    ...(tab === null ? {} : { own: tab }),
    ...(hasColumns ? { columns: columnsAsked } : {}),
    ...alike,
    ...(asked.group === '' ? {} : { group: asked.group }),
  }
  const addAction = addActionOf(declaration, asked, pathParams, params)
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
    rows: found.rows.map((row) => ({ ...rowModel(declaration, row, viewer, columns), group: placedHead(heads.get(row), columns) })), // prettier-ignore
    page: paging.page,
    maxPerPage: paging.maxPerPage,
    pageSizes: PAGE_SIZES.map((size) => ({ size, chosen: size === asked.pageSize })),
    next: found.after === null ? null : link(next),
    count: found.isSlow ? UNCOUNTED : isWhole ? countText(found.rows.length) : null,
    countUrl: link({ count: '1', ...alike }),
    filters: fields,
    isAlike: found.isAlike ?? false,
    isSlow: found.isSlow ?? false,
    helpful: helpfulFilters(fields),
    label: services.registry.record(declaration.record).label,
    ...narrowing(fields, declaration.defaults),
    tabFilters: tab,
    sort: asked.sortChosen ? paging.sort : '',
    // A filter may bring an order of its own along.
    defaultSort: asked.sortChosen ? declaration.defaultSort : paging.sort,
    view: asked.open && { key: asked.open.key, query: asked.open.query },
    columnsAsked,
    groupAsked: asked.group,
    groups: mayChoose
      ? Object.entries(groupsFor(declaration.groups, viewer)).map(([key, { label }]) => ({ key, label }))
      : [],
    columnsPreference: columnsPreference(declaration.path),
    choices: mayChoose ? columnChoices(declaration, viewer, columns, found.rows, services) : null,
    ...choicesOf(declaration, viewer, url, services),
    editUrl: declaration.edits?.url ?? null,
    exportUrl: declaration.exportable === false ? null : url,
    exportFields: mayChoose ? exportFields(declaration, viewer) : null,
    map: mapModel(declaration, asked),
    addAction,
    addAbove: tabFilters === null && found.rows.length > (declaration.addAboveFrom ?? Infinity) ? addAction : null,
    empty: emptyModel(declaration, viewer, pathParams, addAction),
  }
}

export interface Found<Row> {
  rows: Row[]
  after: string | null
  /** Whether the rows only look like what was searched for, which is nowhere. */
  isAlike?: boolean
  /** Whether they took too long to be found. */
  isSlow?: boolean
}
