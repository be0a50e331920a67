/** What is asked of a table: which rows, in which order, and as what. */
import type { Request } from 'express'
import * as z from 'zod'
import type { Viewer } from '../../access/viewer.ts'
import { idList } from '../../forms/fields.ts'
import { parseForm } from '../../forms/invalid.ts'
import { wantsFragment } from '../../http/respond.ts'
import { PLAIN } from '../../saved-views/address.contract.ts'
import { type Exchange, signedIn } from '../screen.ts'
import { columnsPreference, exportPreference, readColumns, sortsFor } from './table-columns.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { filtersFor, readFilters } from './table-filter-values.ts'
import type { FilterValues, Filters } from './table-filters.ts'
import { groupedSort, groupsFor } from './table-groups.ts'
import type { Paging, Sort } from './table-query.ts'
import type { OpenView } from './table-views.ts'

/** Rows that a user may have loaded at a time; the last is the most that any request gets. */
export const PAGE_SIZES = [30, 50, 100, 200]
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
  /** Of an export: the chosen rows alone. */
  ids: idList(20_000),
  checkAll: z.string().optional(),
  count: z.string().optional(),
  embed: z.string().optional(),
  alike: z.string().optional(),
  group: z.string().max(60).optional().catch(undefined),
  columns: z.string().max(1000).optional().catch(undefined),
  tabs: z.string().max(20).optional(),
  map: z.string().max(1).optional(),
  switch: z.string().optional(),
  /** Of an export: the columns that are kept for it, where there are, and not those of the list. */
  fields: z.string().max(20).optional().catch(undefined),
  export: z.enum(['csv', 'xlsx'], 'Kies csv of xlsx.').optional(),
})

export interface TableRequest {
  viewer: Viewer
  values: FilterValues
  sort: Sort
  /** Whether the order was asked for; else it follows from the filters. */
  sortChosen: boolean
  paging: Paging
  /** Rows asked for by their ids, to be drawn anew; null for a page of the list. */
  wanted: number[] | null
  /** The rows that a file is wanted of; null for all that match. */
  chosen: number[] | null
  /**
   * The filters that the tab around the table sets, which its reloads name again; null for one on a page of its own.
   */
  tabFilters: string[] | null
  /** All ids, the number of rows, a file, rows to look at, the views with their counts, or the list with its views. */
  as: 'ids' | 'count' | 'csv' | 'xlsx' | 'rows' | 'tabs' | 'map' | 'view'
  /** Whether what looks like the words is asked for, since its first page had nothing with the words themselves. */
  alike: boolean
  /** Whether the rows are wanted with all that stands around them, for a tab. */
  embed: boolean
  /** How many rows at a time the viewer chose, or the view that is open. */
  pageSize: number
  open: OpenView | null
  /** The columns in their order, by their keys; null for the usual ones. */
  columns: string[] | null
  /** By which of its groups the list is grouped; empty for none. */
  group: string
  /** Which of the tabs is open, where those are asked for. */
  tabs: string
}

function tabFiltersOf(req: Request): string[] | null {
  const { query } = req
  if (!wantsFragment(req)) return null
  if (query.embed !== undefined) return Object.keys(query)
  return typeof query.own === 'string' ? query.own.split(',') : null
}

/** The columns that somebody keeps for files of the list, unless the address names others. */
function exportColumns({ path, exportable }: Declared, { meta }: Viewer, { query }: Request): string | undefined {
  const isFile = query.export !== undefined && exportable !== false && !path.includes(':')
  if (!isFile || (query.columns !== undefined && query.fields !== 'own')) return undefined
  return meta[exportPreference(path)] || undefined
}

/** A tab has the columns that suit it. On a page the address says which, a view, or else the preference of who looks. */
function columnsOf(
  declaration: Declared,
  { meta }: Viewer,
  open: OpenView | null,
  asked: string | undefined,
  tabFilters: string[] | null,
): string[] | null {
  const { path } = declaration
  if (tabFilters || path.includes(':')) return null
  const own = open === null || open.key === PLAIN ? meta[columnsPreference(path)] : undefined
  return readColumns(declaration, asked ?? own ?? '')
}

type Declared = Pick<
  TableDeclaration<string, { id: number }>,
  | 'path'
  | 'columns'
  | 'moreColumns'
  | 'groups'
  | 'sorts'
  | 'defaultSort'
  | 'filters'
  | 'defaults'
  | 'exportable'
  | 'map'
>

/** The order that the filters bring along. */
const orderOf = (filters: Filters, values: FilterValues) =>
  Object.keys(values)
    .map((name) => filters[name]!.order)
    .find((order) => order !== undefined)

/**
 * @param view the one that is open; what the address says goes before what the view asks for
 * @throws Invalid (422) for a filter or a kind of file that cannot be; a sort that is unknown is the default one
 */
export function readTableRequest(
  declaration: Declared,
  { req, viewer: visitor }: Exchange,
  view: { open: OpenView | null; asks: Record<string, unknown> },
): TableRequest {
  const { sorts, defaultSort, defaults, exportable } = declaration
  const viewer = signedIn(visitor)
  const filters = filtersFor(declaration.filters, viewer)
  const groups = groupsFor(declaration.groups, viewer)
  const given = { ...view.asks, ...req.query }
  const query = parseForm(Query, given)
  const pageSize = PAGE_SIZES.find((size) => String(size) === view.asks.max_per_page) ?? pageSizeOf(viewer)
  const values = readFilters(filters, given, defaults)
  const isChosen = query.sort !== undefined && sortsFor(declaration, viewer).has(query.sort.replace(/^-/, ''))
  const sortName = isChosen ? query.sort! : (orderOf(filters, values) ?? defaultSort)
  const sort = sorts[sortName.replace(/^-/, '')]!
  const isGroup = tabFiltersOf(req) === null && Object.hasOwn(groups, query.group ?? '')
  const group = isGroup && req.query.onlyGet === undefined ? query.group! : ''
  const as = () => {
    if (query.checkAll !== undefined) return 'ids'
    if (query.count !== undefined) return 'count'
    if (query.tabs !== undefined) return 'tabs'
    if (query.map !== undefined && declaration.map) return 'map'
    if (query.switch !== undefined && wantsFragment(req)) return 'view'
    return exportable === false ? 'rows' : (query.export ?? 'rows')
  }
  return {
    viewer,
    values,
    sortChosen: isChosen,
    sort: group === '' ? sort : groupedSort(groups[group]!, sort),
    paging: {
      page: query.page,
      maxPerPage: query.max_per_page ?? pageSize,
      sort: sortName,
      after: query.after ?? null,
    },
    wanted: req.query.onlyGet === undefined ? null : query.onlyGet,
    chosen: query.ids.length === 0 ? null : query.ids,
    tabFilters: tabFiltersOf(req),
    as: as(),
    embed: query.embed !== undefined,
    alike: query.alike !== undefined,
    pageSize,
    open: view.open,
    columns: columnsOf(
      declaration,
      viewer,
      view.open,
      exportColumns(declaration, viewer, req) ?? query.columns,
      tabFiltersOf(req),
    ),
    group,
    tabs: query.tabs ?? '',
  }
}
