/** Fetches rows: the next page while scrolling, and single rows after a change. */
import htmx from 'htmx.org'
import { el, parse } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { fetchHtml, isAbort } from '../lib/request.ts'
import { type Slow, opensOf, slowOf } from './slow.ts'
import { holdFocus } from './focus.ts'
import { GROUP, foldAgain } from './groups.ts'
import { idOf, moreOf, othersBodyOf, resultsOf, rowsBodyOf, rowsOf, rowsUrl, sentinelOf, sheetOf } from './markup.ts'

/** The text of a table that could not be loaded (P-237). */
const LOAD_FAILED = 'Er ging iets mis met het laden van de data'

const running = new WeakMap<Element, AbortController>()
/** Single rows on their way, per table. */
const refreshing = new WeakMap<Element, Set<AbortController>>()

/** Stops fetching for a table whose rows are about to be replaced. */
export function abortRows(table: HTMLElement): void {
  running.get(table)?.abort()
  running.delete(table)
  for (const controller of refreshing.get(table) ?? []) controller.abort()
}

/** Says that loading failed, with a way to try again. */
function loadError(retry: 'reload' | 'next', more = ''): HTMLElement {
  return el(
    'div',
    { class: 'note note--error m-3', role: 'alert', 'data-load-error': true },
    icon('error'),
    el('span', { class: 'grow' }, el('span', {}, LOAD_FAILED), more),
    el('button', { class: 'linklike', type: 'button', 'data-retry': retry }, 'Opnieuw'),
  )
}

/** Says which filters make the list shorter, as a list does whose first rows took too long (`table-slow.ejs`). */
function slowNote(slow: Slow): HTMLElement {
  const again = el('button', { class: 'btn btn-sm', type: 'button', 'data-retry': 'next' }, 'Opnieuw')
  return el(
    'div',
    { class: 'empty', role: 'alert', 'data-slow': true },
    icon('info', 'ic-lg'),
    el('b', {}, slow.message),
    el('div', { class: 'row-flex wrap' }, ...opensOf(slow), again),
  )
}

/** What stood there stays, and is said to be what it is. */
export function showOldRows(table: HTMLElement): void {
  clearLoadError(table)
  const more = rowsOf(table).length > 0 ? '. Hieronder staan nog de vorige resultaten.' : ''
  resultsOf(table).before(loadError('reload', more))
}

export function clearLoadError(table: HTMLElement): void {
  table.querySelector(':scope > [data-load-error]')?.remove()
}

function rowsIn(fragment: DocumentFragment): HTMLTableRowElement[] {
  return [...fragment.querySelectorAll<HTMLTableRowElement>('tr[data-id]')]
}

async function fetchRows(table: HTMLElement, url: string, signal?: AbortSignal): Promise<DocumentFragment> {
  const html = await fetchHtml(url, { source: table, failText: '', ...(signal ? { signal } : {}) })
  const fragment = parse(html)
  const page = fragment.querySelector<HTMLTemplateElement>('template[data-page]')
  // The drawings that the icons of these rows refer to.
  if (page) table.querySelector('[data-sheet]')?.append(page.content)
  return fragment
}

/** Puts rows under the others, with the heads of groups that begin there. */
function appendRows(body: HTMLElement, fragment: DocumentFragment, fresh: ReadonlySet<HTMLElement>): void {
  const heads = new Set([...body.querySelectorAll<HTMLElement>(GROUP)].map(({ dataset }) => dataset.group))
  for (const row of fragment.querySelectorAll<HTMLElement>(`tr[data-id], ${GROUP}`))
    if (row.dataset.group === undefined ? fresh.has(row) : !heads.has(row.dataset.group)) body.append(row)
  foldAgain(body)
}

/** Appends the next page. Answers its rows; none when there is no next page, or it could not be had. */
export async function loadNext(table: HTMLElement): Promise<HTMLTableRowElement[]> {
  const sentinel = sentinelOf(table)
  const url = sentinel.dataset.next
  if (!url || running.has(table)) return []
  const controller = new AbortController()
  running.set(table, controller)
  const more = moreOf(table)
  const spin = el('span', { class: 'spin' })
  // What was said stays while it is tried again: its end may come into sight as somebody presses a button of it.
  const note = more.querySelector('[data-slow]')
  if (note) note.append(spin)
  else more.replaceChildren(spin, `Volgende ${table.dataset.max ?? '30'} laden`)
  more.hidden = false
  try {
    const fragment = await fetchRows(table, url, controller.signal)
    const rows = rowsIn(fragment)
    const known = new Set(rowsOf(table).map(idOf))
    const fresh = rows.filter((row) => !known.has(idOf(row)))
    appendRows(rowsBodyOf(table), fragment, new Set(fresh))
    for (const row of fresh) htmx.process(row)
    sentinel.dataset.next = fragment.querySelector<HTMLElement>('template[data-page]')?.dataset.next ?? ''
    more.replaceChildren()
    more.hidden = true
    return fresh
  } catch (error) {
    const slow = slowOf(error)
    if (slow && !note) more.replaceChildren(slowNote(slow))
    else if (!slow && !isAbort(error)) more.replaceChildren(loadError('next'))
    return []
  } finally {
    spin.remove()
    if (running.get(table) === controller) running.delete(table)
  }
}

let refreshes = 0
/** Which refresh each row came from, by its id. */
const broughtBy = new WeakMap<Element, Map<string, number>>()

/** Of the rows with these ids those that no later refresh has brought, which counts as done now. */
function takeTurn(table: HTMLElement, wanted: ReadonlySet<string>, turn: number): HTMLElement[] {
  const brought = broughtBy.get(table) ?? new Map<string, number>()
  broughtBy.set(table, brought)
  const mine = new Set([...wanted].filter((id) => (brought.get(id) ?? 0) < turn))
  for (const id of mine) brought.set(id, turn)
  return [...table.querySelectorAll<HTMLElement>('tr[data-id]')].filter((row) => mine.has(idOf(row)))
}

/**
 * Brings rows up to date without touching the rest of the table (P-220); a row that is no more disappears. Of two
 * refreshes at once the one that was asked for last wins, whichever answer comes first.
 */
export async function refreshRows(table: HTMLElement, ids: string[]): Promise<void> {
  const shown = new Set([...table.querySelectorAll<HTMLElement>('tr[data-id]')].map(idOf))
  const wanted = new Set(ids.filter((id) => shown.has(id)))
  if (wanted.size === 0) return
  const turn = ++refreshes
  const controller = new AbortController()
  const underway = refreshing.get(table) ?? new Set()
  refreshing.set(table, underway.add(controller))
  try {
    const answer = rowsIn(await fetchRows(table, rowsUrl(table, [...wanted]), controller.signal))
    const fresh = new Map(answer.map((row) => [idOf(row), row]))
    const giveFocusBack = holdFocus(table)
    // What stands there now, for another refresh may have put it there meanwhile.
    for (const row of takeTurn(table, wanted, turn)) {
      const next = fresh.get(idOf(row))?.cloneNode(true) as HTMLElement | undefined
      if (next) row.replaceWith(next)
      else row.remove()
      if (next) htmx.process(next)
    }
    giveFocusBack()
  } catch (error) {
    // The rows on screen stay as they were; the next reload of the table tells what is wrong.
    if (!isAbort(error)) return
  } finally {
    underway.delete(controller)
  }
}

/** At most this many rows of the other selection are shown; the heading counts them all. */
const MOST_OTHERS = 100
const othersShown = new WeakMap<Element, string>()
/** Tables of which the user has unfolded the other selection. */
const unfolded = new WeakSet<Element>()

function othersHead(table: HTMLElement, count: number): HTMLElement {
  const isOpen = unfolded.has(table)
  const button = el(
    'button',
    { class: 'th-sort', type: 'button', 'data-others': true, 'aria-expanded': String(isOpen) },
    icon('chevron', 'ic-sm'),
    `Overige selectie (${count.toLocaleString('nl-NL')})`,
  )
  const span = sheetOf(table).querySelectorAll('thead th').length
  return el('tr', { class: 'rt-group' }, el('td', { colspan: span }, button))
}

/** Draws the chosen rows that the filters leave out as a group of their own below the others, folded (P-072). */
export async function drawOthers(table: HTMLElement, ids: string[]): Promise<void> {
  const body = othersBodyOf(table)
  const isOpen = unfolded.has(table)
  const key = `${isOpen}:${ids.join(',')}`
  if (othersShown.get(body) === key) return
  othersShown.set(body, key)
  body.hidden = ids.length === 0
  if (ids.length === 0) return body.replaceChildren()
  const hadFocus = body.contains(document.activeElement)
  if (isOpen) {
    const url = rowsUrl(table, ids.slice(0, MOST_OTHERS))
    const rows = rowsIn(await fetchRows(table, url).catch(() => document.createDocumentFragment()))
    if (othersShown.get(body) !== key) return
    for (const row of rows) {
      row.classList.add('is-selected')
      const box = row.querySelector<HTMLInputElement>('.c-check input')
      if (box) box.checked = true
    }
    body.replaceChildren(othersHead(table, ids.length), ...rows)
    for (const row of rows) htmx.process(row)
  } else body.replaceChildren(othersHead(table, ids.length))
  if (hadFocus) body.querySelector<HTMLElement>('[data-others]')?.focus()
}

/** Unfolds the other selection, or folds it again. */
export function toggleOthers(table: HTMLElement, ids: string[]): void {
  if (!unfolded.delete(table)) unfolded.add(table)
  void drawOthers(table, ids)
}

export function startRetry(reload: (table: HTMLElement) => void): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-retry]') : null
    const table = button?.closest<HTMLElement>('[data-table]')
    if (!button || !table) return
    if (button.dataset.retry === 'next') void loadNext(table)
    else reload(table)
  })
}

export function scrollToTop(table: HTMLElement): void {
  resultsOf(table).scrollTop = 0
}
