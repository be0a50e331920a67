/** A calm sign that what was clicked is on its way, for lines on which it takes longer than a glance. */
import { el } from '../lib/dom.ts'
import { topPopup } from './layers.ts'

const SHOW_AFTER_MS = 150

/**
 * Marks the opener as busy, and after a moment shows and announces that something is loading.
 *
 * @returns what to call when it is there, or will not come
 */
export function showBusy(opener: HTMLElement | undefined): () => void {
  document.documentElement.classList.add('is-loading')
  opener?.setAttribute('aria-busy', 'true')
  const sign = el('div', { class: 'busy-sign', role: 'status', popover: 'manual' })
  const timer = setTimeout(() => {
    // What lies outside a modal dialog is not heard.
    ;(topPopup() ?? document.body).append(sign)
    sign.showPopover()
    sign.append(el('span', { class: 'spin' }), 'Bezig met laden…')
  }, SHOW_AFTER_MS)
  return () => {
    clearTimeout(timer)
    sign.remove()
    document.documentElement.classList.remove('is-loading')
    opener?.removeAttribute('aria-busy')
  }
}
