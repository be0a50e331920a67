/** The stack of open dialogs: which lies on top, how one is shown, and how it leaves. No network, no history. */
import { isVisible, uid } from '../lib/dom.ts'

/** A popup has fully appeared so long after its first field exists (P-148). */
const APPEAR_MS = 500
/** The element of a closed popup is deleted after this (P-150). */
const REMOVE_MS = 500

/** Open popups, the lowest first. */
export function popups(): HTMLDialogElement[] {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog.popup[open]')]
}

export function topPopup(): HTMLDialogElement | null {
  return popups().at(-1) ?? null
}

export function popupOf(element: Element): HTMLDialogElement | null {
  return element.closest<HTMLDialogElement>('dialog.popup')
}

function arrange(): void {
  const open = popups()
  open.forEach((popup, i) => {
    popup.classList.toggle('is-under', i < open.length - 1)
    popup.classList.toggle('is-stacked', i > 0)
  })
  document.dispatchEvent(new CustomEvent('popup:layers'))
}

const FIELDS = ':is(input:not([type=hidden]), select, textarea, .sel-btn):not(:disabled, [tabindex="-1"])'
/** Search boxes, table filters and whom a message is shown for are aids, not the fields a popup is opened for. */
const AIDS = '.popup-menu-search, .rt-bar, .selbar, .rt-scroll, .reader'

/** A question that cannot be answered as it is: a field has to be filled in first. */
const isUnanswerable = (popup: HTMLDialogElement) =>
  popup.querySelector('form[data-asks] :is([type=submit]:disabled, :required:invalid)') !== null

/**
 * The first field; in a question that can be answered at once the way back; in a popup that only shows something the
 * active tab or menu item, so that arrow keys work, or on a phone the button that the items stand behind.
 */
function firstFocus(popup: HTMLDialogElement): HTMLElement {
  const asked = popup.querySelector<HTMLElement>('[autofocus]')
  const fields = [...popup.querySelectorAll<HTMLElement>(FIELDS)]
  const first = fields.find((field) => !field.closest(AIDS) && isVisible(field))
  const active = popup.querySelector<HTMLElement>('[data-item][aria-current], [data-item][aria-selected="true"]')
  const toggle = popup.querySelector<HTMLElement>('[data-menu-toggle]')
  if (first && asked?.matches('[data-back]') && isUnanswerable(popup)) return first
  return asked ?? first ?? [active, toggle].find((item) => item && isVisible(item)) ?? popup
}

/** Shows a dialog above all others and gives it the focus. */
export function showLayer(popup: HTMLDialogElement): void {
  const holder = document.getElementById('popups') ?? document.body
  holder.append(popup)
  popup.tabIndex = -1
  // Escape is ours: it must ask before it throws away input, and mean nothing in a secured popup.
  popup.setAttribute('closedby', 'none')
  popup.addEventListener('cancel', (event) => event.preventDefault())
  popup.showModal()
  arrange()
  firstFocus(popup).focus({ preventScroll: true })
  setTimeout(() => popup.classList.add('is-open'), APPEAR_MS)
}

/** Where the focus goes when the element that opened the popup was replaced meanwhile, as a saved row is. */
function returnFocus(url: string | undefined): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const below = topPopup()
  const opener = url ? (below ?? document).querySelector<HTMLElement>(`[data-popup][href="${CSS.escape(url)}"]`) : null
  ;(opener ?? below ?? document.getElementById('inhoud'))?.focus({ preventScroll: true })
}

/** Closes a dialog at once and deletes it when it has faded. `popup:closing` tells editors in it to go (P-149). */
export function hideLayer(popup: HTMLDialogElement): void {
  popup.dispatchEvent(new CustomEvent('popup:closing', { bubbles: true }))
  popup.close()
  // While it fades nobody may reach it any more, by mouse, keyboard or screen reader.
  popup.inert = true
  arrange()
  returnFocus(popup.dataset.url)
  setTimeout(() => popup.remove(), REMOVE_MS)
}

/** An id that `aria-labelledby` can name. */
export function layerId(): string {
  return `popup-${uid()}`
}
