/** What the server and the browser agree on about widgets. */

/** What a chart is drawn from: a value for each month of the year, null where there is none. Money is in euros. */
export interface WidgetData {
  total: number
  datasets: { label: string; data: (number | null)[] }[]
}

export type ChartKind = 'line' | 'bars'

export type WidgetFilters = Readonly<Record<string, string | null | undefined>>

/** Filters as they are compared and sent: what asks nothing is left out (P-163). */
export const askedFilters = (filters: WidgetFilters): [string, string][] =>
  Object.entries(filters)
    .filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined && entry[1] !== '-1')
    .toSorted(([a], [b]) => a.localeCompare(b))

/** By which preference a viewer says which widgets there are, and in which order. */
export const CHOSEN_WIDGETS = 'dashboard'
/** Stands before the name of one that is left out. */
export const LEFT_OUT = '-'
