/** Keys that work anywhere. Single keys are off while typing, and for who switched them off. */
import { pressKeys } from './commands.ts'
import { CONTROL_KEYS, type KeyLine, isKey } from './key-lists.ts'
import { fetchCode } from './lazy.ts'
import { isTyping, on } from './lib/dom.ts'
import { topPopup } from './popup/layers.ts'
import { closePopup } from './popup/open.ts'
import { focusSearch } from './search.ts'
import { focusSearchInSight, reloadInSight, stepInSight } from './table/keyboard.ts'
import { walkInSight } from './table/pager.ts'
import { holdTyping } from './type-ahead.ts'
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
  /** Whether the palette offers it too. */
  command?: boolean
  /** @returns false when there is nothing to do here, and the key stays the browser's */
  run: () => boolean
}

type Keys = readonly (KeyLine | { key: string; label: string })[]
/** The keys of one area's screens, as they are told in the sheet. */
const areaKeys: { title: string; load: () => Promise<Keys>; where: string }[] = []

/** Tells the sheet of keys that only the screens of one area have; on pages that have something of `where`, if given. */
export function addKeys(title: string, load: () => Promise<Keys>, where = 'body'): void {
  areaKeys.push({ title, load, where })
}

async function openSheet(): Promise<void> {
  const code = await fetchCode(async () => {
    const here = areaKeys.filter(({ where }) => document.querySelector(where) !== null)
    const [sheet, ...keys] = await Promise.all([import('./shortcut-sheet.ts'), ...here.map(({ load }) => load())])
    return { sheet, groups: here.map(({ title }, i) => ({ title, keys: keys[i]! })) }
  })
  code?.sheet.openSheet(code.groups)
}

function showSheet(): boolean {
  // Asked before it loads: by then the user may have closed the one that is open.
  if (!topPopup()?.matches('[data-shortcuts]')) void openSheet()
  return true
}

/** The search of the list in sight; where there is none, that over everything. */
function searchHere(): boolean {
  if (focusSearchInSight()) return true
  if (topPopup() !== null) return false
  focusSearch()
  return true
}

/** Opens the palette, or closes the one that is open. @returns false over a question that waits for its answer */
function togglePalette(): boolean {
  const top = topPopup()
  if (top?.matches('[data-secured], .popup--tiny')) return false
  if (top?.matches('[data-palette-open]')) void closePopup(top)
  else void openPalette()
  return true
}

async function openPalette(): Promise<void> {
  const end = holdTyping()
  const code = await fetchCode(() => import('./palette.ts'))
  const typed = end()
  code?.openPalette(typed)
}

/** Keys that begin two: g goes to a page, c makes something new. */
const FIRST_KEYS: readonly string[] = ['g', 'c']
/** The second key is waited for so long. */
const SECOND_WITHIN_MS = 1500

let first: { key: string; at: number } | null = null

/** @returns whether the key was one of two that belong together */
function pressedInTurn(key: string): boolean {
  const begun = first
  first = null
  if (topPopup() !== null) return false
  if (begun && Date.now() - begun.at < SECOND_WITHIN_MS && pressKeys(begun.key, key)) return true
  if (!FIRST_KEYS.includes(key)) return false
  first = { key, at: Date.now() }
  return true
}

/** The single keys; the sheet of shortcuts tells of the same list. */
export const SINGLE_KEYS: readonly Shortcut[] = [
  { key: '/', label: 'Zoeken in de lijst', run: searchHere },
  { key: 'r', label: 'Lijst vernieuwen', command: true, run: () => (reloadInSight(), true) },
  { key: 'j', label: 'Volgende in de lijst', run: () => walkInSight(1) || stepInSight(1) },
  { key: 'k', label: 'Vorige in de lijst', run: () => walkInSight(-1) || stepInSight(-1) },
  { key: '?', label: 'Sneltoetsen', command: true, run: showSheet },
]

/** @returns whether it was one of ours, and there was something to do */
function pressedWithControl({ key, target, shiftKey }: KeyboardEvent): boolean {
  const pressed = { key: key.length === 1 ? key.toLowerCase() : key }
  if (isKey(CONTROL_KEYS.save, pressed)) return submit(target)
  // While somebody types it takes back what was typed, and with Shift it does again what was taken back.
  if (isKey(CONTROL_KEYS.undo, pressed)) return !shiftKey && !isTyping(target) && undoLast()
  return isKey(CONTROL_KEYS.palette, pressed) && !shiftKey && togglePalette()
}

export function startShortcuts(): void {
  on('click', '[data-palette]', () => togglePalette())
  document.addEventListener('script:shortcuts', () => showSheet())
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (pressedWithControl(event)) event.preventDefault()
      return
    }
    if (isTyping(target) || document.body.dataset.keys === 'off') return
    if (!event.shiftKey && pressedInTurn(key.toLowerCase())) return event.preventDefault()
    const shortcut = SINGLE_KEYS.find((known) => known.key === key.toLowerCase())
    // A letter with Shift is a capital; a sign may need it.
    if (!shortcut || (event.shiftKey && /[a-z]/.test(shortcut.key))) return
    if (shortcut.run()) event.preventDefault()
  })
}
