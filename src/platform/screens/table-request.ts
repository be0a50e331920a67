/** What is asked of a table: which rows, in which order, and as what. */
import type { Request } from 'express'
import * as z from 'zod'
import type { Viewer } from '../access/viewer.ts'
import { idList } from '../forms/fields.ts'
import { parseForm } from '../forms/invalid.ts'
import { wantsFragment } from '../http/respond.ts'
import { type Exchange, signedIn } from './screen.ts'
import type { TableDeclaration } from './table-declaration.ts'
import { type FilterValues, readFilters } from './table-filters.ts'
import type { Paging, Sort } from './table-query.ts'

/** Rows that a user may have loaded at a time; the last is the most that any request gets. */
export const PAGE_SIZES = [30, 50, 100, 200]
const DEFAULT_PAGE_SIZE = 30
const MOST_ROWS = 200

/** How many rows at a time the viewer chose below a table. */
export const pageSizeOf = ({ meta }: Viewer): number =>
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

export interface TableRequest {
  viewer: Viewer
  values: FilterValues
  sort: Sort
  paging: Paging
  /** Rows asked for by their ids, to be drawn anew; null for a page of the list. */
  wanted: number[] | null
  /**
   * The filters that the tab around the table sets, which its reloads name again; null for one on a page of its own.
   */
  tabFilters: string[] | null
  /** All ids, the number of rows, a file, or rows to look at. */
  as: 'ids' | 'count' | 'csv' | 'xlsx' | 'rows'
  /** Whether the rows are wanted with all that stands around them, for a tab. */
  embed: boolean
}

function tabFiltersOf(req: Request): string[] | null {
  const { query } = req
  if (!wantsFragment(req)) return null
  if (query.embed !== undefined) return Object.keys(query)
  return typeof query.own === 'string' ? query.own.split(',') : null
}

type Declared = Pick<
  TableDeclaration<string, { id: number }>,
  'sorts' | 'defaultSort' | 'filters' | 'defaults' | 'exportable'
>

/** @throws Invalid (422) for a filter or a kind of file that cannot be; a sort that is unknown is the default one */
export function readTableRequest(declaration: Declared, { req, viewer: visitor }: Exchange): TableRequest {
  const { sorts, defaultSort, filters = {}, defaults, exportable } = declaration
  const viewer = signedIn(visitor)
  const query = parseForm(Query, req.query)
  const sortName =
    query.sort !== undefined && Object.hasOwn(sorts, query.sort.replace(/^-/, '')) ? query.sort : defaultSort
  const as = () => {
    if (query.checkAll !== undefined) return 'ids'
    if (query.count !== undefined) return 'count'
    return exportable === false ? 'rows' : (query.export ?? 'rows')
  }
  return {
    viewer,
    values: readFilters(filters, req.query, defaults),
    sort: sorts[sortName.replace(/^-/, '')]!,
    paging: {
      page: query.page,
      maxPerPage: query.max_per_page ?? pageSizeOf(viewer),
      sort: sortName,
      after: query.after ?? null,
    },
    wanted: req.query.onlyGet === undefined ? null : query.onlyGet,
    tabFilters: tabFiltersOf(req),
    as: as(),
    embed: query.embed !== undefined,
  }
}
