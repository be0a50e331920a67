/** Keys that work anywhere. Single keys are off while typing, and for who switched them off. */
import { isTyping } from './lib/dom.ts'
import { topPopup } from './popup/layers.ts'
import { focusSearch } from './search.ts'
import { reloadInSight } from './table/keyboard.ts'

/** Sends the form the user is in, or the one of the popup on top. */
function submit(target: EventTarget | null): boolean {
  const near = target instanceof Element ? target.closest<HTMLFormElement>('form[data-form]') : null
  const form = near ?? topPopup()?.querySelector<HTMLFormElement>('form[data-form]')
  const button = form?.querySelector<HTMLButtonElement>('[data-step-next]:not([hidden]), [type="submit"]:not([hidden])')
  if (!button || button.disabled) return false
  button.click()
  return true
}

interface Shortcut {
  /** By the name that the browser gives it, in small letters. */
  key: string
  label: string
  /** @returns false when there is nothing to do here, and the key stays the browser's */
  run: () => boolean
}

function showSheet(): boolean {
  // Asked before it loads: by then the user may have closed the one that is open.
  if (!topPopup()?.matches('[data-shortcuts]')) void import('./shortcut-sheet.ts').then(({ openSheet }) => openSheet())
  return true
}

/** The single keys; the sheet of shortcuts tells of the same list. */
export const SINGLE_KEYS: readonly Shortcut[] = [
  { key: '/', label: 'Zoeken', run: () => topPopup() === null && (focusSearch(), true) },
  { key: 'r', label: 'Lijst vernieuwen', run: () => (reloadInSight(), true) },
  { key: '?', label: 'Sneltoetsen', run: showSheet },
]

export function startShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.altKey) return
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (submit(target)) event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || isTyping(target) || document.body.dataset.keys === 'off') return
    const shortcut = SINGLE_KEYS.find((known) => known.key === key.toLowerCase())
    // A letter with Shift is a capital; a sign may need it.
    if (!shortcut || (event.shiftKey && /[a-z]/.test(shortcut.key))) return
    if (shortcut.run()) event.preventDefault()
  })
}
