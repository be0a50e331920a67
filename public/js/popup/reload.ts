/** Reloads a popup's own content, keeping its tables, the active menu item and the focus (P-022, P-023). */
import htmx from 'htmx.org'
import { el, parse } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { RequestFailed, withParams } from '../lib/request.ts'
import { onChanged } from '../changes.ts'
import { isDirty } from './dirty.ts'
import { popups } from './layers.ts'
import { closePopup, fetchAgain } from './open.ts'

/** Somebody changed what this form shows; the user decides when his input goes. */
function offerReload(popup: HTMLDialogElement): void {
  const body = popup.querySelector('.popup-body')
  if (!body || body.querySelector('[data-stale]')) return
  body.prepend(
    el(
      'div',
      { class: 'note note--info mb-3', role: 'status', 'data-stale': true },
      icon('info'),
      el('span', { class: 'grow' }, 'Deze gegevens zijn intussen gewijzigd.'),
      el('button', { class: 'linklike', type: 'button', 'data-stale-take': true }, 'Vernieuwen'),
    ),
  )
}

/** The active item travels along, so that it is active again in what comes back (P-028). */
function addressOf(popup: HTMLDialogElement): string {
  const url = popup.dataset.url ?? ''
  const item = popup.querySelector<HTMLElement>('[data-item]:is([aria-current], [aria-selected="true"])')?.dataset.item
  return item ? withParams(url, { item }) : url
}

/** @param discard throw away unsaved input instead of offering to */
export async function reloadPopup(popup: HTMLDialogElement, { discard = false } = {}): Promise<void> {
  if (!popup.dataset.url) return
  if (!discard && isDirty(popup)) return offerReload(popup)
  let html: string
  try {
    html = await fetchAgain(popup, addressOf(popup))
  } catch (error) {
    // The record has gone, or is no longer the viewer's to see.
    if (error instanceof RequestFailed && error.status === 404) await closePopup(popup, { ask: false })
    return
  }
  const fresh = parse(html).querySelector('dialog.popup')
  const content = fresh?.querySelector('[data-popup-box]')
  const target = popup.querySelector('[data-popup-box]')
  if (!fresh || !content || !target || !popup.open) return
  const remote = popup.querySelector<HTMLElement>('[data-item-body][data-from]')
  remote?.toggleAttribute('hx-morph-skip', true)
  // Tables and islands carry hx-morph-skip and stay as they are; they hear of the change themselves. A form is drawn
  // anew: morphing keeps what stands in its fields.
  const swap = popup.querySelector('form[data-form]') ? 'innerHTML' : 'innerMorph'
  // What comes back has a number of its own in its ids; with ours the morph knows its parts again.
  const text = content.innerHTML.replaceAll(fresh.id, popup.id)
  await htmx.swap({ text, target, sourceElement: popup, swap })
  remote?.removeAttribute('hx-morph-skip')
  popup.dispatchEvent(new CustomEvent('popup:reloaded', { bubbles: true }))
}

export function startReload(): void {
  onChanged([], (items) => {
    for (const popup of popups()) {
      const [type, id] = (popup.dataset.record ?? '').split(':')
      if (items.some((item) => item.type === type && (item.id === 0 || String(item.id) === id))) void reloadPopup(popup)
    }
  })
  document.addEventListener('popup:reload', (event) => {
    if (event.target instanceof HTMLDialogElement) void reloadPopup(event.target, { discard: true })
  })
}
