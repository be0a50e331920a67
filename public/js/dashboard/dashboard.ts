/** The widgets of the page where the day begins: their charts, filters, heights, and who chooses which there are. */
import {
  LEFT_OUT,
  type ChartKind,
  type WidgetData,
  type WidgetFilters,
} from '../../../src/system/dashboard/dashboard.contract.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'
import { fetchJson, isFailure } from '../lib/request.ts'
import { pointRegion } from '../region.ts'
import { drawChart } from './chart.ts'
import { tableDelays, widgetRequests } from './requests.ts'

/** How often the heights of widgets are looked at. */
const HEIGHT_MS = 100
/** Of the rows that widgets are laid out on, with the gap below each of them. */
const ROW_PX = 8
const GAP_PX = 16

/** Twelve months are told apart from this width on. */
const NARROWEST_PX = 320

const ask = widgetRequests((url, signal) => fetchJson<WidgetData>(url, { signal, failText: '' }))

async function fillChart(chart: HTMLElement): Promise<void> {
  const { chart: kind, unit = 'count', max, url, values, filters = '{}' } = chart.dataset
  const title = chart.closest('[data-widget]')?.querySelector('h2')?.textContent ?? ''
  try {
    const data =
      url === undefined
        ? (JSON.parse(values ?? '{}') as WidgetData)
        : await ask(url, JSON.parse(filters) as WidgetFilters)
    chart.replaceChildren(drawChart(data, { kind: kind as ChartKind, unit, max: max === undefined ? null : Number(max), title, width: Math.max(chart.clientWidth, NARROWEST_PX) })) // prettier-ignore
  } catch (error) {
    if (!isFailure(error)) throw error
    if (chart.isConnected && chart.childElementCount === 0)
      chart.textContent = 'Er ging iets mis met het laden van de data'
  }
}

function fillTables(scope: HTMLElement): void {
  const tables = matching(scope, '[data-widget-table]')
  for (const [i, ms] of tableDelays(tables.length).entries()) {
    const table = tables[i]!
    setTimeout(() => table.isConnected && void pointRegion(table, table.dataset.widgetTable ?? ''), ms)
  }
}

/** All filters of the page as they stand. */
const filtersNow = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLSelectElement>('[data-widget-filter]')].map(({ dataset, value }) => [dataset.widgetFilter!, value]), // prettier-ignore
  )

/** Widgets come again with what is asked now (P-164). */
function refresh(): void {
  for (const region of document.querySelectorAll<HTMLElement>('[data-widget-filtered]')) {
    const [path] = (region.dataset.region ?? '').split('?')
    void pointRegion(region, `${path}?${new URLSearchParams(filtersNow()).toString()}`)
  }
}

/** What is around the content of a widget. */
function frameOf(widget: HTMLElement): number {
  const { paddingTop, paddingBottom, borderTopWidth, borderBottomWidth } = getComputedStyle(widget)
  return [paddingTop, paddingBottom, borderTopWidth, borderBottomWidth].reduce((sum, one) => sum + Number.parseFloat(one), 0) // prettier-ignore
}

/** Widgets stand close below each other, whatever their heights. */
function fit(): void {
  if (document.hidden) return
  for (const widget of document.querySelectorAll<HTMLElement>('.dash > .dash-widget')) {
    const content = [...widget.children].reduce((sum, child) => sum + (child as HTMLElement).offsetHeight, 0)
    const rows = `span ${Math.ceil((content + frameOf(widget) + GAP_PX) / ROW_PX)}`
    if (widget.style.gridRowEnd !== rows) widget.style.gridRowEnd = rows
  }
}

function move(button: HTMLElement, by: -1 | 1): void {
  const line = button.closest<HTMLElement>('[data-choice]')
  const other = by < 0 ? line?.previousElementSibling : line?.nextElementSibling
  if (!line || !other) return
  if (by < 0) other.before(line)
  else other.after(line)
  button.focus()
}

async function keepChoice(): Promise<void> {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-choice]')]
  const chosen = lines.map((line) => `${line.querySelector('input')?.checked ? '' : LEFT_OUT}${line.dataset.choice!}`)
  await keepPreference(document.querySelector<HTMLElement>('[data-dashboard]')?.dataset.preference ?? '', chosen.join())
  location.reload()
}

export function start(): void {
  onContent((scope) => {
    for (const chart of matching(scope, '[data-chart]')) void fillChart(chart)
    fillTables(scope)
  })
  on('change', '[data-widget-filter]', refresh)
  on('click', '[data-choice-up]', (_event, button) => move(button, -1))
  on('click', '[data-choice-down]', (_event, button) => move(button, 1))
  on('click', '[data-choice-keep]', () => void keepChoice())
  setInterval(fit, HEIGHT_MS)
}
