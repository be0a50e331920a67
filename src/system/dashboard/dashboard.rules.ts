import { MONTHS } from '../../platform/format/days.ts'
import { formatMoney, formatNumber } from '../../platform/format/format.ts'
import { LEFT_OUT, type WidgetData } from './dashboard.contract.ts'
import type { Figure, Series, Widget, WidgetChart, WidgetTable } from './points.ts'

/**
 * The widgets in the order that somebody chose, each with whether it is shown. What came since stands behind the others, in
 * sight.
 */
export function arranged(widgets: readonly Widget[], chosen: string): { widget: Widget; isShown: boolean }[] {
  const names = chosen.split(',').filter((name) => name !== '')
  const known = names.flatMap((text) => {
    const isShown = !text.startsWith(LEFT_OUT)
    const widget = widgets.find(({ name }) => name === text.slice(isShown ? 0 : LEFT_OUT.length))
    return widget ? [{ widget, isShown }] : []
  })
  const placed = new Set(known.map(({ widget }) => widget))
  const rest = widgets.filter((widget) => !placed.has(widget)).map((widget) => ({ widget, isShown: true }))
  return [...new Map([...known, ...rest].map((one) => [one.widget, one])).values()]
}

const UNITS = {
  money: { text: formatMoney, value: (cents: number) => cents / 100 },
  count: { text: formatNumber, value: (count: number) => count },
  percent: { text: (value: number) => `${formatNumber(Math.round(value))}%`, value: (value: number) => value },
}

interface Shown {
  text: string
  url: string | null
  isNone: boolean
}

const shown = (value: number | null, unit: WidgetChart['unit'], url: string | null): Shown => ({
  text: value === null ? '' : UNITS[unit].text(value),
  url,
  isNone: value === null || value === 0,
})

export const shownFigure = ({ value, unit, url }: Figure): Shown => shown(value, unit, url)

/** A table as its view draws it. */
export const shownTable = ({ rows, totals, ...table }: WidgetTable) => ({
  ...table,
  rows: rows.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell) =>
      typeof cell === 'string' ? { text: cell, url: null, isNone: false } : shownFigure(cell),
    ),
  })),
  totals: totals?.map(shownFigure) ?? null,
})

/** What the browser draws a chart from. */
export const dataOf = ({ unit }: WidgetChart, { total, series }: { total: number; series: Series[] }): WidgetData => ({
  total: UNITS[unit].value(total),
  datasets: series.map(({ label, data }) => ({
    label,
    data: data.map((value) => (value === null ? null : UNITS[unit].value(value))),
  })),
})

/** The same numbers as a table, each of which opens its rows. */
export const tableOf = ({ unit }: WidgetChart, series: readonly Series[]) => ({
  heads: series.map(({ label }) => label),
  rows: MONTHS.map((name, i) => ({
    name,
    cells: series.map(({ data, urls }) => shown(data[i] ?? null, unit, urls[i] ?? null)),
  })),
})

export const totalOf = (chart: WidgetChart, { total, url }: { total: number; url: string | null }) => ({
  ...shown(total, chart.unit, url),
  label: chart.label,
})
