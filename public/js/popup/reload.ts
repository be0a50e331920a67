/** Reloads a popup's own content, keeping its tables, the active menu item and the focus (P-022, P-023). */
import type { RecordRef } from '../../../src/platform/screens/models.ts'
import { el, parse } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { isFailure, RequestFailed, withParams } from '../lib/request.ts'
import { onChanged } from '../changes.ts'
import { flash, hasFlash } from '../flash.ts'
import { redraw } from '../region.ts'
import { isDirty } from './dirty.ts'
import { popups } from './layers.ts'
import { closePopup, fetchAgain } from './open.ts'

/** That a record has gone is told only when nothing else told it by then. */
const TELL_AFTER_MS = 600

/** Somebody changed what this form shows; the user decides when his input goes. */
function offerReload(popup: HTMLDialogElement): void {
  const body = popup.querySelector('.popup-body')
  if (!body || body.querySelector('[data-stale]')) return
  const take = el('button', { class: 'linklike', type: 'button', 'data-stale-take': true })
  const tell = () => (take.textContent = isDirty(popup) ? 'Vernieuwen, wat u typte vervalt' : 'Vernieuwen')
  tell()
  for (const event of ['input', 'change']) body.addEventListener(event, tell)
  body.prepend(
    el(
      'div',
      { class: 'note note--info mb-3', role: 'status', 'data-stale': true },
      icon('info'),
      el('span', { class: 'grow' }, 'Deze gegevens zijn intussen gewijzigd.'),
      take,
    ),
  )
}

/** The active item travels along, so that it is active again in what comes back (P-028). */
function addressOf(popup: HTMLDialogElement): string {
  const url = popup.dataset.url ?? ''
  const item = popup.querySelector<HTMLElement>('[data-item]:is([aria-current], [aria-selected="true"])')?.dataset.item
  return item ? withParams(url, { item }) : url
}

const reloading = new WeakMap<HTMLDialogElement, AbortController>()

/** The record has gone, or is no longer the viewer's to see. Who removed it knows; others are told. */
async function closeGone(popup: HTMLDialogElement): Promise<void> {
  await closePopup(popup, { ask: false })
  setTimeout(() => {
    if (!hasFlash()) flash('Het venster is gesloten: wat erin stond is intussen verwijderd.')
  }, TELL_AFTER_MS)
}

/** The markup of a popup as it is now; null when there is none, or when another reload has taken over. */
async function fetchFresh(popup: HTMLDialogElement, address: string): Promise<Element | null> {
  reloading.get(popup)?.abort()
  const controller = new AbortController()
  reloading.set(popup, controller)
  try {
    return parse(await fetchAgain(popup, address, controller.signal)).querySelector('dialog.popup')
  } catch (error) {
    if (!isFailure(error)) throw error
    if (error instanceof RequestFailed && error.status === 404) await closeGone(popup)
    return null
  } finally {
    if (reloading.get(popup) === controller) reloading.delete(popup)
  }
}

/** The end screen of a wizard says what was done; there is nothing in it to bring up to date. */
const hasEnded = (popup: HTMLDialogElement) => popup.querySelector('[data-end]') !== null

/** Under a pen nothing moves: what is drawn on stays as it is, and its save is judged by the server. */
const staysStill = (popup: HTMLDialogElement) => popup.querySelector('[data-still]') !== null

/** What was typed and not saved, or a list that is open to choose from, goes by the user alone; what keeps it stays anyway. */
const isInUse = (popup: HTMLDialogElement) =>
  isDirty(popup, 'form[data-form]:not([data-asks], [data-keeps] *)') ||
  popup.querySelector('.ts-wrapper:not([data-keeps] *)') !== null

/** @param discard throw away unsaved input instead of offering to */
async function reloadPopup(popup: HTMLDialogElement, { discard = false } = {}): Promise<void> {
  if (!popup.dataset.url || hasEnded(popup) || staysStill(popup)) return
  if (!discard && isInUse(popup)) return offerReload(popup)
  const address = addressOf(popup)
  const fresh = await fetchFresh(popup, address)
  const content = fresh?.querySelector('[data-popup-box]')
  const target = popup.querySelector<HTMLElement>('[data-popup-box]')
  if (!fresh || !content || !target || !popup.open || hasEnded(popup)) return
  // The user went on while the answer was under way: to another item, or typing.
  if (addressOf(popup) !== address) return reloadPopup(popup, { discard })
  if (!discard && isInUse(popup)) return offerReload(popup)
  // What comes back has a number of its own in its ids; with ours its parts are known again.
  await redraw(target, content.innerHTML.replaceAll(fresh.id, popup.id))
  popup.dispatchEvent(new CustomEvent('popup:reloaded', { bubbles: true }))
}

const due = new Set<HTMLDialogElement>()

/** Whether a notice is of what a popup shows; of something of its kind is not enough for who is filling it in. */
function isShownIn(popup: HTMLDialogElement, { type, id }: RecordRef): boolean {
  const [ownType, ownId] = (popup.dataset.record ?? '').split(':')
  return type === ownType && (String(id) === ownId || (id === 0 && !isInUse(popup)))
}

/** A moment later: the answer that brings a notice may also close the popup. */
function reloadSoon(popup: HTMLDialogElement): void {
  if (due.size === 0)
    setTimeout(() => {
      const waiting = [...due].filter((one) => one.open)
      due.clear()
      for (const one of waiting) void reloadPopup(one)
    })
  due.add(popup)
}

export function startReload(): void {
  onChanged([], (items) => {
    for (const popup of popups()) if (items.some((item) => isShownIn(popup, item))) reloadSoon(popup)
  })
  document.addEventListener('popup:reload', (event) => {
    if (event.target instanceof HTMLDialogElement) void reloadPopup(event.target, { discard: true })
  })
}
