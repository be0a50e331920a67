import type { Area } from '../../platform/access/rights.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { MONTHS, dayOf, isoDay, pad } from '../../platform/format/days.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import type { ChartKind } from './dashboard.contract.ts'

export interface Asked {
  db: Db
  services: Services
  viewer: Viewer
  year: number
}

/** A number, and the address of exactly the rows that it is the sum of. Money is in cents. */
export interface Figure {
  value: number
  unit: 'money' | 'count'
  url: string | null
}

interface WidgetRow {
  name: string
  /** Popup of the record that it tells of. */
  popup?: string
  cells: (Figure | string)[]
}

export interface WidgetTable {
  title: string
  /** Head of the names. */
  first: string
  heads: string[]
  rows: WidgetRow[]
  totals?: Figure[]
  /** What it says without rows. */
  none: string
}

export interface WidgetContent {
  figures?: { label: string; sub?: string; figure: Figure }[]
  table?: WidgetTable
}

/** One line of a chart: a number for each month of the year, with the address of its rows. */
export interface Series {
  label: string
  data: (number | null)[]
  /** Null where nothing opens: a mean has no rows that it is the sum of. */
  urls: (string | null)[]
}

export interface WidgetChart {
  kind: ChartKind
  unit: 'money' | 'count' | 'percent'
  /** The end of the axis, where that is always the same. */
  max?: number
  /** Whether the browser asks for its numbers at an address of its own. */
  served?: true
  /** What `total` counts: 'dit jaar gefactureerd'. */
  label: string
  read(asked: Asked): Promise<{ total: number; url: string | null; series: Series[] }>
}

/** A part of the page where the day begins, which somebody may leave out or put elsewhere. */
export interface Widget {
  /** `:name` of its address. */
  name: string
  title: string
  /** Whose right shows it. */
  area: Area
  order: number
  /** It takes the width of two. */
  wide?: true
  /** Where all of it stands. */
  more?: { label: string; url: string }
  /** Types of the records that it tells of: it comes again when they change. */
  of?: string
  /** The address of a fragment that fills it; it has a frame of its own. */
  region?: string
  chart?: WidgetChart
  content?(asked: Asked): Promise<WidgetContent>
  /** Tables that are fetched one after the other, by their keys. */
  tables?: Readonly<Record<string, (asked: Asked) => Promise<WidgetTable>>>
}

/** How an address asks for the rows of a month, the first of which is 0. */
export const monthPeriod = (year: number, month: number): string =>
  `${year}-${pad(month + 1)}-01..${isoDay(dayOf(year, month + 2, 0))}`

export const yearPeriod = (year: number): string => `${year}-01-01..${year}-12-31`

/** A line of a chart from the months of which something is told; in the others there is nothing. */
export function seriesOf(
  label: string,
  rows: readonly { month: number; value: number }[],
  urlOf: (month: number) => string,
): Series {
  const found = new Map(rows.map(({ month, value }) => [month - 1, value]))
  return { label, data: MONTHS.map((_name, i) => found.get(i) ?? 0), urls: MONTHS.map((_name, i) => urlOf(i)) }
}

export const widgets = point<Widget>('widgets')

/** What this viewer may be shown, in the order in which it stands before anybody has chosen. */
export const widgetsFor = (registry: Registry, viewer: Viewer): Widget[] =>
  registry
    .offered(widgets, viewer)
    .filter(({ area }) => may(viewer, area))
    .sort((a, b) => a.order - b.order)
