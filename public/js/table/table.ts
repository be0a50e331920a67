/** Reloadable tables: filters, sorting, address bar and endless scroll. */
import htmx from 'htmx.org'
import { matching, on, onContent } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'
import { request } from '../lib/request.ts'
import { startNotices } from './notices.ts'
import { footText } from './foot-text.ts'
import { countOf, fieldOf, filterKey, formOf, isFiltered, nameOfRows, rowsOf } from './markup.ts'
import { resultsOf, sentinelOf, sheetOf, TABLE, tableOf } from './markup.ts'
import { startRequests } from './requests.ts'
import { abortRows, drawOthers, loadNext, scrollToTop, startRetry, toggleOthers } from './rows.ts'
import { drawSelection, otherIds } from './selection.ts'
import { drawAddress } from './views.ts'

/** Typed text waits for more of the same (P-248); other filters hardly do (P-249). */
const RELOAD_MS = 500
const FILTER_MS = 10
/** The server sends no more rows at once. */
const MOST_ROWS = 200

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()
/** The filters a table was last loaded with. */
const loadedWith = new WeakMap<Element, string>()

/**
 * Loads the table again from its first row.
 *
 * @param keep load as many rows as there are now, so that nothing jumps
 */
export function reloadTable(table: HTMLElement, { keep = false } = {}): void {
  clearTimeout(timers.get(table))
  abortRows(table)
  const page = Number(table.dataset.max ?? 30)
  const rows = keep ? Math.ceil(rowsOf(table).length / page) * page : page
  fieldOf(table, 'max_per_page').value = String(Math.min(Math.max(rows, page), MOST_ROWS))
  htmx.trigger(formOf(table), 'table:reload')
}

function reloadSoon(table: HTMLElement, after: number, keep = false): void {
  clearTimeout(timers.get(table))
  timers.set(
    table,
    setTimeout(() => reloadTable(table, { keep }), after),
  )
}

function drawFoot(table: HTMLElement): void {
  const foot = table.querySelector('[data-loaded]')
  if (!foot) return
  const { length } = rowsOf(table)
  // An empty table says so itself; its foot is for screen readers alone.
  foot.parentElement?.classList.toggle('sr-only', length === 0)
  const isSlow = resultsOf(table).querySelector('[data-slow]') !== null
  if (length === 0) foot.textContent = isSlow ? '' : 'Geen resultaten gevonden'
  else foot.textContent = footText({ rows: length, count: countOf(table), whole: isWhole(table), ...nameOfRows(table) })
}

const isWhole = (table: HTMLElement) => !sentinelOf(table).dataset.next

/** The server leaves counting out where it would make the list wait. */
async function fetchCount(table: HTMLElement): Promise<void> {
  const sheet = sheetOf(table)
  const { countUrl } = sheet.dataset
  if (!countUrl || sheet.dataset.count) return
  const response = await request(countUrl, { headers: { 'HX-Request': 'true' }, failText: '', source: table }).catch(
    () => null,
  )
  if (!response || !sheet.isConnected) return
  sheet.dataset.count = (await response.text()).trim()
  drawFoot(table)
  drawSelection(table)
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const table = tableOf(target)
    if (isIntersecting && table) void loadMore(table)
  }
})

/** Watching anew tells at once whether the end is still in sight, so that a short page fetches the next one too. */
function watchEnd(table: HTMLElement): void {
  const sentinel = sentinelOf(table)
  watcher.unobserve(sentinel)
  if (sentinel.dataset.next) watcher.observe(sentinel)
}

export async function loadMore(table: HTMLElement): Promise<HTMLTableRowElement[]> {
  const rows = await loadNext(table)
  if (rows.length > 0) {
    drawSelection(table)
    drawFoot(table)
    watchEnd(table)
  }
  return rows
}

/** After rows came in, with the page or by a reload. */
function arrived(table: HTMLElement): void {
  if (!table.querySelector('[data-sheet]')) return
  loadedWith.set(table, filterKey(table))
  for (const button of formOf(table).querySelectorAll<HTMLElement>('[data-clear-filters], [data-all-rows]'))
    button.hidden = !isFiltered(table)
  drawSelection(table)
  drawFoot(table)
  watchEnd(table)
  void fetchCount(table)
  table.dispatchEvent(new CustomEvent('table:arrived', { bubbles: true }))
}

function sortBy(button: HTMLElement): void {
  const table = tableOf(button)
  const key = button.dataset.sort
  if (!table || !key) return
  const ascending = button.closest('th')?.getAttribute('aria-sort') === 'ascending'
  fieldOf(table, 'sort').value = ascending ? `-${key}` : key
  table.dataset.sorted = ''
  reloadTable(table)
}

/** Filters that are set, typed text after a pause. */
function startFiltering(): void {
  on('input', '[data-filters] input:is([type="search"], [type="text"]):not([data-date])', (_event, input) => {
    const table = tableOf(input)
    if (table) reloadSoon(table, RELOAD_MS)
  })
  on('change', '[data-filters]', (event, form) => {
    const table = tableOf(form)
    if (table && !(event.target as Element).matches('[type="search"], [type="text"]:not([data-date])'))
      reloadSoon(table, FILTER_MS)
  })
  on('submit', '[data-filters]', (event, form) => {
    event.preventDefault()
    const table = tableOf(form)
    if (table) reloadTable(table)
  })
}

function choosePageSize(select: HTMLSelectElement): void {
  const table = tableOf(select)
  if (!table) return
  table.dataset.max = select.value
  reloadTable(table)
  // Of a view that is open it is part of that view.
  if (table.dataset.view === undefined) void keepPreference('rows-per-page', select.value)
  else table.dataset.size = select.value
}

/** The buttons in and around the rows. */
function startButtons(): void {
  on('click', '[data-sort]', (_event, button) => sortBy(button))
  on('click', '[data-reload]', (_event, button) => {
    const table = tableOf(button)
    if (table) reloadTable(table, { keep: true })
  })
  document.addEventListener('table:selected', ({ target }) => {
    const table = target as HTMLElement
    void drawOthers(table, otherIds(table))
  })
  on('click', '[data-others]', (_event, button) => {
    const table = tableOf(button)
    if (table) toggleOthers(table, otherIds(table))
  })
  on('change', '[data-page-size]', (_event, select) => choosePageSize(select as HTMLSelectElement))
  startRetry(reloadTable)
}

export function startTables(): void {
  onContent((scope) => {
    for (const table of matching(scope, TABLE)) if (!loadedWith.has(table)) arrived(table)
  })
  startFiltering()
  startButtons()
  startRequests({
    arrived: (table) => {
      if (loadedWith.get(table) !== filterKey(table)) scrollToTop(table)
      arrived(table)
    },
    settled: drawAddress,
  })
  startNotices(reloadSoon)
}
