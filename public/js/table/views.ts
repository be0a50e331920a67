/** The views of a list: its tabs with their counts, what differs from the one that is open, and keeping it. */
import htmx from 'htmx.org'
import type { RecordRef } from '../../../src/platform/screens/models.ts'
import { addressOf, difference } from '../../../src/platform/saved-views/address.contract.ts'
import { post } from '../actions.ts'
import { onChanged } from '../changes.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { keepPreference } from '../lib/preference.ts'
import { fetchHtml, isFailure, withParams } from '../lib/request.ts'
import { replaceAddress } from '../popup/history.ts'
import { topPopup } from '../popup/layers.ts'
import { openPopup } from '../popup/open.ts'
import { fillRegion, redraw } from '../region.ts'
import { columnsOf, fieldOf, filtersOf, groupOf, TABLE } from './markup.ts'

const BAR = '[data-views]'
const LIST = '[data-list]'

const barOf = (table: Element) => table.closest(LIST)?.querySelector<HTMLElement>(BAR) ?? null
const tableIn = (bar: Element) => bar.closest(LIST)?.querySelector<HTMLElement>(TABLE) ?? null
const baseOf = (table: HTMLElement) => new URLSearchParams(table.dataset.viewQuery)

/** What the list shows now, as its address says it. */
function askedOf(table: HTMLElement): URLSearchParams {
  const asked = new URLSearchParams(filtersOf(table))
  const { value: sort } = fieldOf(table, 'sort')
  const isSorted = table.dataset.view === undefined && table.dataset.sorted !== undefined
  if (sort !== '' && (isSorted || sort !== table.dataset.defaultSort)) asked.set('sort', sort)
  const { columns } = columnsOf(table)
  if (columns) asked.set('columns', columns)
  for (const [name, value] of Object.entries(groupOf(table))) asked.set(name, value)
  const size = table.dataset.view === undefined ? undefined : (table.dataset.size ?? baseOf(table).get('max_per_page'))
  if (size) asked.set('max_per_page', size)
  return asked
}

/** The same where a view is open: the view, and what differs from it. */
function addressQueryOf(table: HTMLElement): URLSearchParams {
  const { view } = table.dataset
  return view === undefined ? askedOf(table) : addressOf(view, baseOf(table), askedOf(table))
}

/** Writes into the address bar what the list shows. */
export function drawAddress(table: HTMLElement): void {
  if (table.dataset.address === undefined || topPopup()) return
  const query = addressQueryOf(table).toString()
  replaceAddress(query === '' ? location.pathname : `${location.pathname}?${query}`)
}

const isSaved = (table: HTMLElement) => table.dataset.view !== undefined && table.dataset.view !== 'all'

function drawChanged(table: HTMLElement): void {
  const changed = barOf(table)?.querySelector<HTMLElement>('[data-view-changed]')
  if (changed) changed.hidden = !isSaved(table) || difference(baseOf(table), askedOf(table)).size === 0
}

/** The tabs with their counts. One that is no more leads back to the plain list, which says so. */
async function drawTabs(bar: HTMLElement): Promise<void> {
  const tabs = bar.querySelector<HTMLElement>('[data-view-tabs]')
  try {
    const html = await fetchHtml(bar.dataset.url ?? '', { source: bar, failText: '' })
    if (!tabs?.isConnected) return
    await redraw(tabs, html)
    const table = tableIn(bar)
    if (table && isSaved(table) && !tabs.querySelector('[aria-current]'))
      await openView(table, viewUrl(table, table.dataset.view ?? ''))
  } catch (error) {
    // Without counts the tabs do as well.
    if (!isFailure(error)) throw error
  }
}

const viewUrl = (table: HTMLElement, view: string) => withParams(table.dataset.url ?? '', { view })

/** Shows the list through another view. What was chosen in it stays. */
async function openView(table: HTMLElement, url: string): Promise<void> {
  const target = table.closest<HTMLElement>(LIST)
  if (!target) return
  target.setAttribute('aria-busy', 'true')
  try {
    const html = await fetchHtml(withParams(url, { switch: '1' }), { source: table })
    if (target.isConnected) await htmx.swap({ text: html, target, sourceElement: target, swap: 'outerHTML' })
    const shown = document.querySelector<HTMLElement>(`${LIST} ${TABLE}`)
    if (shown) drawAddress(shown)
    document.querySelector<HTMLElement>(`${LIST} [data-view-tab][aria-current]`)?.focus({ preventScroll: true })
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    target.removeAttribute('aria-busy')
  }
}

async function keep(table: HTMLElement, button: HTMLElement): Promise<void> {
  const query = askedOf(table).toString()
  if (!(await post('/views/save', { id: table.dataset.view ?? '', query }, button))) return
  table.dataset.viewQuery = query
  table.dispatchEvent(new CustomEvent('table:arrived', { bubbles: true }))
}

async function add(table: HTMLElement, bar: HTMLElement, button: HTMLElement): Promise<void> {
  const asked = askedOf(table)
  asked.set('max_per_page', table.dataset.size ?? table.dataset.max ?? '')
  const popup = await openPopup(withParams(bar.dataset.add ?? '', { query: asked.toString() }), { opener: button })
  popup?.addEventListener('changed', (event) => {
    const { items } = (event as CustomEvent<{ items: { type: string; id: number }[] }>).detail
    const made = items.find(({ type }) => type === 'saved_view')
    if (made) void openView(table, viewUrl(table, String(made.id)))
  })
}

/** Whether a click opens something here, and in no other tab. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

function startButtons(): void {
  on('click', '[data-view-tab]', (event, tab) => {
    const table = tableIn(tab)
    if (!table || !isPlain(event)) return
    event.preventDefault()
    void openView(table, tab.getAttribute('href') ?? '')
  })
  on('click', '[data-view-save]', (_event, button) => {
    const table = tableIn(button)
    if (table) void keep(table, button)
  })
  on('click', '[data-view-add]', (_event, button) => {
    const [table, bar] = [tableIn(button), button.closest<HTMLElement>(BAR)]
    if (table && bar) void add(table, bar, button)
  })
  on('click', '[data-view-report]', (_event, button) => {
    const table = tableIn(button.closest(BAR) ?? button)
    const query = table ? askedOf(table).toString() : ''
    void openPopup(withParams(button.dataset.viewReport ?? '', { query }), { opener: button })
  })
  on('click', '[data-view-first]', (_event, button) => {
    const list = button.closest<HTMLElement>('[data-region]')
    void keepPreference(button.dataset.viewFirst ?? '', button.dataset.value ?? '').then(() => list && fillRegion(list))
  })
}

/** Changes wait for more of the same before the counts are asked for again. */
const RECOUNT_MS = 1000
const stale = new Set<HTMLElement>()
let recounting: ReturnType<typeof setTimeout> | undefined

/** Asks for the counts that changes made old; those of a tab that nobody sees when somebody does. */
function recount(): void {
  if (document.hidden) return
  for (const bar of stale) if (bar.isConnected) void drawTabs(bar)
  stale.clear()
}

function changed(items: RecordRef[]): void {
  for (const bar of document.querySelectorAll<HTMLElement>(BAR)) {
    const counted = tableIn(bar)?.dataset.type
    if (items.some(({ type }) => type === counted)) stale.add(bar)
  }
  if (stale.size === 0) return
  clearTimeout(recounting)
  recounting = setTimeout(recount, RECOUNT_MS)
}

export function startViews(): void {
  onContent((scope) => {
    for (const bar of matching(scope, BAR)) void drawTabs(bar)
  })
  document.addEventListener('table:arrived', ({ target }) => drawChanged(target as HTMLElement))
  onChanged(['saved_view'], () => {
    for (const bar of document.querySelectorAll<HTMLElement>(BAR)) void drawTabs(bar)
  })
  onChanged([], changed)
  document.addEventListener('visibilitychange', recount)
  startButtons()
}
