/** Keys that work anywhere. Single keys are off while typing, and for who switched them off. */
import { fetchCode } from './lazy.ts'
import { isTyping } from './lib/dom.ts'
import { topPopup } from './popup/layers.ts'
import { focusSearch } from './search.ts'
import { reloadInSight } from './table/keyboard.ts'
import { undoLast } from './undo-flash.ts'

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

type Keys = readonly { key: string; label: string }[]
/** The keys of one area's screens, as they are told in the sheet. */
const areaKeys: { title: string; load: () => Promise<Keys> }[] = []

/** Tells the sheet of keys that only the screens of one area have. */
export function addKeys(title: string, load: () => Promise<Keys>): void {
  areaKeys.push({ title, load })
}

async function openSheet(): Promise<void> {
  const code = await fetchCode(async () => {
    const [sheet, ...keys] = await Promise.all([import('./shortcut-sheet.ts'), ...areaKeys.map(({ load }) => load())])
    return { sheet, groups: areaKeys.map(({ title }, i) => ({ title, keys: keys[i]! })) }
  })
  code?.sheet.openSheet(code.groups)
}

function showSheet(): boolean {
  // Asked before it loads: by then the user may have closed the one that is open.
  if (!topPopup()?.matches('[data-shortcuts]')) void openSheet()
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
    // While somebody types it takes back what was typed.
    if (key === 'z' && (event.ctrlKey || event.metaKey) && !isTyping(target)) {
      if (undoLast()) event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || isTyping(target) || document.body.dataset.keys === 'off') return
    const shortcut = SINGLE_KEYS.find((known) => known.key === key.toLowerCase())
    // A letter with Shift is a capital; a sign may need it.
    if (!shortcut || (event.shiftKey && /[a-z]/.test(shortcut.key))) return
    if (shortcut.run()) event.preventDefault()
  })
}
