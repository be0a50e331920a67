/** Opens a popup by its URL, and closes it again: with its place in the history, and never over unsaved input. */
import { CLOSE_KEY, isKey } from '../key-lists.ts'
import htmx from 'htmx.org'
import { on, parse } from '../lib/dom.ts'
import { fetchHtml, isFailure, type RequestOptions } from '../lib/request.ts'
import { showBusy } from './busy.ts'
import { confirmDiscard, isDirty } from './dirty.ts'
import { currentDepth, enterDeepLink, pushEntry, replaceAddress, startHistory, travel } from './history.ts'
import { hideLayer, popupOf, popups, showLayer, topPopup } from './layers.ts'

export interface OpenOptions {
  /** A query too long for an address: it is posted, and the popup pushes no URL (rulings 3). */
  data?: Record<string, string>
  opener?: HTMLElement | undefined
  /** Called instead of the usual message when the content cannot be fetched (P-213). */
  onError?: (error: unknown) => void
  /** The history already stands at this popup. */
  at?: number | 'deep-link'
}

/** Depth in the history of the popups that have an entry there. */
const depths = new WeakMap<HTMLDialogElement, number>()
/** Entries whose popup was closed while another lay above it; the way back passes them by. */
const passed = new Set<number>()
/** A second click while the first is being answered opens nothing new. */
const loading = new Set<string>()
const pageTitle = document.title

function nameWindow(): void {
  const title = topPopup()?.querySelector('.popup-title')?.textContent.trim()
  document.title = title ? `${title} – ${pageTitle}` : pageTitle
}

async function register(popup: HTMLDialogElement, url: string, options: OpenOptions): Promise<void> {
  const { push, home = '/' } = popup.dataset
  if (options.at === 'deep-link') depths.set(popup, enterDeepLink(home, url))
  else if (options.at !== undefined) depths.set(popup, options.at)
  else if (push !== undefined && !options.data) {
    const depth = await pushEntry(url)
    passed.delete(depth)
    depths.set(popup, depth)
  }
}

/** What a popup was asked for with, for who reloads it. */
const posted = new WeakMap<HTMLDialogElement, Record<string, string>>()

/** Fetches the markup of a popup; `_method` tells the server that a POST only asks (`posted-query.ts` over there). */
function fetchPopup(url: string, data: OpenOptions['data'], options: RequestOptions): Promise<string> {
  if (!data) return fetchHtml(url, options)
  return fetchHtml(url, { ...options, method: 'POST', body: new URLSearchParams({ ...data, _method: 'GET' }) })
}

/** The markup of an open popup as the server draws it now. Nobody asked for it, so nobody is told when it fails. */
export function fetchAgain(popup: HTMLDialogElement, url: string, signal: AbortSignal): Promise<string> {
  return fetchPopup(url, posted.get(popup), { source: popup, signal, failText: '' })
}

function load(url: string, { data, opener, onError }: OpenOptions): Promise<string> {
  return fetchPopup(url, data, { ...(opener ? { source: opener } : {}), ...(onError ? { failText: '' } : {}) })
}

function tellOpened(popup: HTMLDialogElement, url: string, { opener, at }: OpenOptions = {}): void {
  const detail = { popup, url, opener, isDeepLink: at === 'deep-link' }
  document.dispatchEvent(new CustomEvent('popup:opened', { detail }))
}

/**
 * Fetches a popup and shows it when its content is there (P-147). An answer that is no popup is a page, and is gone to.
 *
 * @returns the popup, or null when there is none to show
 */
export async function openPopup(url: string, options: OpenOptions = {}): Promise<HTMLDialogElement | null> {
  if (loading.has(url)) return null
  loading.add(url)
  const done = showBusy(options.opener)
  try {
    const popup = parse(await load(url, options)).querySelector<HTMLDialogElement>('dialog.popup')
    if (!popup) {
      location.assign(url)
      return null
    }
    // The user has gone back or forward again while it loaded.
    if (typeof options.at === 'number' && options.at !== currentDepth()) return null
    if (options.data) posted.set(popup, options.data)
    showLayer(popup)
    htmx.process(popup)
    await register(popup, url, options)
    nameWindow()
    tellOpened(popup, url, options)
    return popup
  } catch (error) {
    if (!isFailure(error)) throw error
    options.onError?.(error)
    return null
  } finally {
    loading.delete(url)
    done()
  }
}

/** What a popup says of itself, which goes with its content. */
const FACTS = ['data-url', 'data-home', 'data-push', 'data-secured', 'data-record', 'aria-labelledby']
const LAYER = ['is-open', 'is-under', 'is-stacked']

/** Says of a popup what is so of the one whose content it takes; where it lies stays. */
function takeFacts(popup: HTMLDialogElement, fresh: HTMLDialogElement): void {
  for (const name of FACTS) {
    const value = fresh.getAttribute(name)
    if (value === null) popup.removeAttribute(name)
    else popup.setAttribute(name, value.replaceAll(fresh.id, popup.id))
  }
  const layer = LAYER.filter((name) => popup.classList.contains(name))
  popup.className = fresh.className
  popup.classList.add(...layer)
}

/**
 * Shows another record in an open popup, which keeps its place in the stack and in the history; with unsaved input it
 * asks first, as closing does.
 *
 * @param signal goes off when a later record is wanted instead
 * @returns whether the record is shown now
 */
export async function turnPopup(popup: HTMLDialogElement, url: string, signal: AbortSignal): Promise<boolean> {
  if (isDirty(popup) && !(await confirmDiscard())) return false
  const done = showBusy(undefined)
  try {
    const fresh = parse(await fetchHtml(url, { source: popup, signal })).querySelector<HTMLDialogElement>(
      'dialog.popup',
    )
    const box = popup.querySelector<HTMLElement>('[data-popup-box]')
    const content = fresh?.querySelector('[data-popup-box]')
    if (!fresh || !box || !content || !popup.open || signal.aborted) return false
    // Editors in it go, drafts are kept and selections end, as when it closes.
    box.dispatchEvent(new CustomEvent('popup:closing', { bubbles: true }))
    posted.delete(popup)
    takeFacts(popup, fresh)
    const text = content.innerHTML.replaceAll(fresh.id, popup.id)
    await htmx.swap({ text, target: box, sourceElement: box, swap: 'innerHTML' })
    if (depths.get(popup) === currentDepth()) replaceAddress(url)
    nameWindow()
    tellOpened(popup, url)
    return true
  } catch (error) {
    if (!isFailure(error)) throw error
    return false
  } finally {
    done()
  }
}

/** After a move through the history: shows the popup that belongs to the entry, if it is not there. */
async function restore(): Promise<void> {
  while (passed.has(currentDepth())) await travel(-1)
  const depth = currentDepth()
  nameWindow()
  if (depth === 0 || popups().some((popup) => depths.get(popup) === depth)) return
  await openPopup(location.pathname + location.search, { at: depth })
}

/**
 * Closes a popup and takes its entry out of the history.
 *
 * @param ask whether unsaved input is asked about first
 * @returns false when the user wants to stay
 */
export async function closePopup(popup: HTMLDialogElement, { ask = true } = {}): Promise<boolean> {
  if (!popup.open) return true
  if (ask && isDirty(popup) && !(await confirmDiscard())) return false
  const depth = depths.get(popup)
  hideLayer(popup)
  nameWindow()
  if (depth === undefined) return true
  if (depth === currentDepth()) {
    await travel(-1)
    await restore()
  } else passed.add(depth)
  return true
}

/** Closes every open popup of a record that no longer exists. */
export async function closeRecord(type: string, id: string): Promise<void> {
  for (const popup of popups().reverse())
    if (popup.dataset.record === `${type}:${id}`) await closePopup(popup, { ask: false })
}

/** Closing by hand: a secured popup only closes from within. */
function closeByHand(popup: HTMLDialogElement | null): void {
  if (popup && popup.dataset.secured === undefined) void closePopup(popup)
}

/** Escape belongs to an open menu first, then to whoever claims `escape` (a selection), then to the popup on top. */
function escape(event: KeyboardEvent): void {
  if (document.querySelector(':popover-open:not(.flash-stack, .busy-sign)')) return
  const popup = topPopup()
  const at = document.activeElement ?? document
  const free = at.dispatchEvent(new CustomEvent('escape', { bubbles: true, cancelable: true }))
  if (!free || popup) event.preventDefault()
  if (free) closeByHand(popup)
}

/** Back and Forward: what lies above the new entry closes, after asking where something would be lost. */
async function travelled(before: number): Promise<void> {
  const after = currentDepth()
  const leaving = popups().filter((popup) => (depths.get(popup) ?? Infinity) > after)
  const held = leaving.some((popup) => popup.dataset.secured !== undefined)
  if (held || leaving.some((popup) => isDirty(popup))) {
    await travel(before - after)
    if (held || !(await confirmDiscard())) return
    await travel(after - before)
  }
  for (const popup of leaving.reverse()) hideLayer(popup)
  await restore()
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

export function startPopups(): void {
  on('click', '[data-popup]', (event, opener) => {
    // With a key held the link opens in a new tab or window, as any link does.
    if (!isPlainClick(event)) return
    event.preventDefault()
    const url = opener.dataset.popup || opener.getAttribute('href')
    if (url) void openPopup(url, { opener })
  })
  on('click', '[data-popup-close]', (_event, button) => closeByHand(popupOf(button)))
  // Captured, to see whether a menu is open before it closes itself.
  document.addEventListener('keydown', (event) => isKey(CLOSE_KEY, event) && escape(event), { capture: true })
  // The server closes the popup that the request came from (rulings 3).
  document.addEventListener('popup-close', (event) => {
    const popup = event.target instanceof Element && popupOf(event.target)
    if (popup) void closePopup(popup, { ask: false })
  })
  document.addEventListener('popup-open', (event) => void openPopup((event as CustomEvent<{ url: string }>).detail.url))
  startHistory((before) => void travelled(before))
  const url = document.getElementById('popups')?.dataset.open
  if (url) void openPopup(url, { at: 'deep-link' })
}
