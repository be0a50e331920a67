/** Messages at the top of the window; what can be taken back stands at its foot (undo-flash.ts). */
import { el, on } from './lib/dom.ts'
import { icon, type IconName } from './lib/icons.ts'
import { topPopup } from './popup/layers.ts'

export interface Undoable {
  /** Number of the change set. */
  set: number
  /** For how long it is offered. */
  seconds: number
}

type UndoControls = (message: HTMLElement, cross: HTMLElement, undo: Undoable, remove: () => void) => void
let undoControls: UndoControls = () => undefined

/** Says what a message of what can be taken back gets. */
export function onUndoable(handler: UndoControls): void {
  undoControls = handler
}

export type FlashType = 'success' | 'error' | 'warning' | 'info'
export interface Flash {
  str: string
  type: FlashType
  /** What can be taken back from here. */
  undo?: Undoable
}

/** A flash closes by itself after this (P-094), unless it takes longer to read (P-095). */
const CLOSE_AFTER_MS = 3000
const LONG_TEXT = 200

const ICONS: Record<FlashType, IconName> = { success: 'success', error: 'error', warning: 'alert', info: 'info' }

const HEAD = 'flash'
const FOOT = 'flash-foot'

const region = (id: string): HTMLElement | null => document.getElementById(id)

/**
 * The regions move into the popup on top: what lies outside a modal dialog is inert, so there their buttons could not be
 * clicked and a screen reader would not hear them.
 */
export function placeFlashes(): void {
  for (const id of [HEAD, FOOT]) placeRegion(region(id))
}

function placeRegion(stack: HTMLElement | null): void {
  if (!stack) return
  const home = topPopup() ?? document.body
  if (stack.parentElement !== home) home.append(stack)
  const empty = stack.childElementCount === 0
  if (stack.matches(':popover-open')) stack.hidePopover()
  if (!empty) stack.showPopover()
}

export function hasFlash(): boolean {
  return [HEAD, FOOT].some((id) => region(id)?.querySelector('.flash'))
}

function remove(message: Element): void {
  message.remove()
  placeFlashes()
}

const isSame = (one: Element, other: Element) =>
  one.className === other.className && one.textContent === other.textContent

/** Shows a message; errors and warnings interrupt a screen reader, the others wait their turn. */
export function flash(str: string, type: FlashType = 'info', undo?: Undoable): void {
  const stack = region(undo ? FOOT : HEAD)
  if (!stack || str === '') return
  const kind = type in ICONS ? type : 'info'
  const urgent = kind === 'error' || kind === 'warning'
  const cross = el(
    'button',
    { class: 'icon-btn', type: 'button', 'data-flash-close': true, 'aria-label': 'Melding sluiten' },
    icon('close', 'ic-sm'),
  )
  const message = el(
    'div',
    { class: `flash flash--${kind}`, role: urgent ? 'alert' : 'status' },
    icon(ICONS[kind]),
    el('span', { class: 'grow' }, str),
    cross,
  )
  // Said again it takes the place of what stands, or many saves in a row would cover what is worked on.
  if (!undo) for (const said of stack.querySelectorAll(':scope > .flash')) if (isSame(said, message)) said.remove()
  stack.append(message)
  if (undo) undoControls(message, cross, undo, () => remove(message))
  placeFlashes()
  if (undo === undefined && str.length <= LONG_TEXT)
    setTimeout(() => {
      // What can be unfolded in it takes longer to read.
      if (!message.querySelector('details')) remove(message)
    }, CLOSE_AFTER_MS)
}

/** Shows what the server kept for this page; reading empties it (P-096). */
async function fetchPending(): Promise<void> {
  const response = await fetch('/ajax/getFlashMessages', { headers: { Accept: 'application/json' } })
  if (!response.ok) return
  for (const { str, type, undo } of (await response.json()) as Flash[]) flash(str, type, undo)
}

export function startFlashes(): void {
  on('click', '[data-flash-close]', (_event, button) => remove(button.closest('.flash') ?? button))
  document.addEventListener('popup:layers', placeFlashes)
  document.addEventListener('flash', (event) => {
    const { str, type, undo } = (event as CustomEvent<Flash>).detail
    flash(str, type, undo)
  })
  // Signed-in pages only: asking costs an anonymous visitor a session, and he has no flashes waiting.
  if (document.body.dataset.viewer) fetchPending().catch(() => undefined)
}
