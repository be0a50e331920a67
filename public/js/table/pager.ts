/** ‹ 3 van 40 › in the head of a popup: from record to record through the list that it was opened from. */
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { withParams } from '../lib/request.ts'
import { topPopup } from '../popup/layers.ts'
import { turnPopup } from '../popup/open.ts'
import { focusRow } from './focus.ts'
import { countOf, idOf, rowsOf, sentinelOf, tableOf } from './markup.ts'
import { pagerText } from './pager-text.ts'
import { loadMore } from './table.ts'

interface Walk {
  table: HTMLElement
  /** The row on show, and where it stood last: a change by somebody else may take it out of the list. */
  id: string
  at: number
  turning: AbortController | null
}

const walks = new WeakMap<HTMLDialogElement, Walk>()

/** The rows that can be walked through; one that cannot be opened is passed by. */
const listOf = ({ table }: Walk) => rowsOf(table).filter((row) => row.dataset.open)

/** Where the record on show stands; when it went, `gone` and where it was. */
function place(walk: Walk): { at: number; gone: boolean } {
  const at = listOf(walk).findIndex((row) => idOf(row) === walk.id)
  if (at >= 0) walk.at = at
  return { at: walk.at, gone: at < 0 }
}

const hasMore = ({ table }: Walk) => Boolean(sentinelOf(table).dataset.next)

/** The row before or after; beyond the last one that is loaded the next page is fetched. */
async function neighbour(walk: Walk, by: number): Promise<HTMLElement | undefined> {
  const { at, gone } = place(walk)
  // What came after one that went stands in its place now.
  const to = gone && by > 0 ? at : at + by
  if (to >= listOf(walk).length && hasMore(walk)) await loadMore(walk.table)
  return to < 0 ? undefined : listOf(walk)[to]
}

/** The same tab of the next record, so that somebody can go through twenty on it. */
function addressOf(popup: HTMLDialogElement, row: HTMLElement): string {
  const url = row.dataset.open ?? ''
  const item = popup.querySelector<HTMLElement>('[data-item]:is([aria-current], [aria-selected="true"])')?.dataset.item
  const first = popup.querySelector<HTMLElement>('[data-item]')?.dataset.item
  return item && item !== first ? withParams(url, { item }) : url
}

async function walkOn(popup: HTMLDialogElement, by: number): Promise<void> {
  const walk = walks.get(popup)
  if (!walk) return
  walk.turning?.abort()
  const turning = new AbortController()
  walk.turning = turning
  const row = await neighbour(walk, by)
  if (!row || turning.signal.aborted) return
  const held = document.activeElement?.closest<HTMLElement>('[data-walk]')?.dataset.walk
  const before = { id: walk.id, at: walk.at }
  walk.id = idOf(row)
  place(walk)
  const turned = await turnPopup(popup, addressOf(popup, row), turning.signal)
  if (turned) (popup.querySelector<HTMLElement>(`[data-walk="${held}"]:not(:disabled)`) ?? popup).focus()
  else if (walk.turning === turning) Object.assign(walk, before)
  draw(popup)
}

function button(by: number, label: string, off: boolean): HTMLElement {
  return el(
    'button',
    { class: 'icon-btn', type: 'button', 'data-walk': by, 'aria-label': label, title: label, disabled: off },
    icon('chevron', by < 0 ? 'is-back' : ''),
  )
}

function draw(popup: HTMLDialogElement): void {
  const walk = walks.get(popup)
  const tools = popup.querySelector('.popup-tools')
  if (!walk || !tools) return
  const old = tools.querySelector<HTMLElement>('[data-pager]')
  if (!walk.table.isConnected) return old?.remove()
  const { at, gone } = place(walk)
  const { length } = listOf(walk)
  const isLast = at + (gone ? 0 : 1) >= length && !hasMore(walk)
  const count = countOf(walk.table)
  const text = pagerText({ at, gone, count })
  const held = document.activeElement?.closest<HTMLElement>('[data-walk]')?.dataset.walk
  const pager = el(
    'span',
    { class: 'pager', role: 'group', 'aria-label': 'Door de lijst', 'data-pager': true },
    button(-1, 'Vorige in de lijst (k)', at === 0),
    el('span', { class: 'pager-n', role: 'status' }, text),
    button(1, 'Volgende in de lijst (j)', isLast),
  )
  if (old) old.replaceWith(pager)
  else tools.prepend(pager)
  if (held) (pager.querySelector<HTMLElement>(`[data-walk="${held}"]:not(:disabled)`) ?? popup).focus()
}

function opened({
  detail,
}: CustomEvent<{ popup: HTMLDialogElement; url: string; opener?: Element; isDeepLink: boolean }>) {
  const { popup, url, opener, isDeepLink } = detail
  const path = url.split('?')[0]!
  const behind = isDeepLink ? document.querySelector(`[data-rows] > tr[data-open="${CSS.escape(path)}"]`) : null
  const row = (opener ?? behind)?.closest<HTMLElement>('[data-rows] > tr[data-id]')
  const table = row && tableOf(row)
  // A link in a row that leads elsewhere has no list behind it.
  if (row && table && row.dataset.open === path)
    walks.set(popup, { table, id: idOf(row), at: rowsOf(table).indexOf(row as HTMLTableRowElement), turning: null })
  draw(popup)
}

/** Closing leads back to the row of the record that was on show. */
function closing(popup: EventTarget | null): void {
  const walk = popup instanceof HTMLDialogElement ? walks.get(popup) : undefined
  if (!walk) return
  walk.turning?.abort()
  const row = listOf(walk).find((candidate) => idOf(candidate) === walk.id)
  queueMicrotask(() => row && !row.contains(document.activeElement) && focusRow(row))
}

/** @returns false when the popup on top came from no list */
export function walkInSight(by: number): boolean {
  const popup = topPopup()
  if (!popup || !walks.has(popup)) return false
  void walkOn(popup, by)
  return true
}

export function startPager(): void {
  document.addEventListener('popup:opened', (event) => opened(event as Parameters<typeof opened>[0]))
  document.addEventListener('popup:reloaded', ({ target }) => draw(target as HTMLDialogElement))
  document.addEventListener('popup:closing', ({ target }) => closing(target))
  document.addEventListener('table:selected', () => {
    const popup = topPopup()
    if (popup) draw(popup)
  })
  on('click', '[data-walk]', (_event, pressed) => walkInSight(Number(pressed.dataset.walk)))
}
