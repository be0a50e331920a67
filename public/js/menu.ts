/** Menus that open beside their button: as popovers, so that Escape and a click elsewhere close them by themselves. */
import { MENU_KEYS, endBy, stepBy } from './key-lists.ts'
import type { Action } from '../../src/platform/screens/models.ts'
import { el, isVisible, on, uid } from './lib/dom.ts'
import { positionPopover } from './lib/popover-position.ts'
import { entryElements, moveBetweenLevels, toggleSubmenu } from './submenu.ts'

/** A menu closes so long after the mouse has left it (P-252). */
const CLOSE_AFTER_MS = 2000

let leaving: ReturnType<typeof setTimeout> | undefined

function buttonOf(box: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[popovertarget="${box.id}"], [aria-controls="${box.id}"]`)
}

/** Entries from the hidden field of a popup (base64 of JSON, P-103) or from the row's own button. */
export function actionsOf(button: HTMLElement): Action[] {
  const field = button.parentElement?.querySelector<HTMLInputElement>('[data-popup-options]')
  if (!field) return JSON.parse(button.dataset.menu || '[]') as Action[]
  const bytes = Uint8Array.from(atob(field.value), (sign) => sign.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as Action[]
}

/** On a phone the buttons of the head of a popup or list have no room; they lead its menu instead. */
function hiddenTools(button: HTMLElement): HTMLElement[] {
  // A button with entries of its own, such as the arrow of the next step, holds no others.
  if (button.dataset.menu) return []
  const tools = button.closest('.popup-tools, .phead-actions')?.querySelectorAll<HTMLElement>('[data-tool]') ?? []
  return [...tools]
    .filter((tool) => !isVisible(tool))
    .map((tool) => {
      const copy = tool.cloneNode(true) as HTMLElement
      copy.className = tool.matches('.btn-danger-quiet') ? 'is-danger' : ''
      return copy
    })
}

function build(button: HTMLElement): HTMLElement {
  const entries = entryElements(actionsOf(button))
  const tools = hiddenTools(button)
  const line = tools.length > 0 && entries.length > 0 ? [el('hr')] : []
  const menu = el(
    'div',
    { class: 'menu', popover: 'auto', id: `menu-${uid()}`, role: 'menu', 'data-built': true },
    ...tools,
    ...line,
    ...entries,
  )
  for (const entry of menu.querySelectorAll('a, button')) entry.setAttribute('role', 'menuitem')
  return menu
}

/** Until it has its place a menu is not seen, and takes no focus. */
export function reveal(box: HTMLElement, button: HTMLElement): void {
  positionPopover(box, button, { align: box.dataset.align === 'start' ? 'start' : 'end' })
  box.style.visibility = ''
}

function openMenu(button: HTMLElement): void {
  const menu = build(button)
  button.after(menu)
  button.setAttribute('aria-controls', menu.id)
  button.setAttribute('aria-expanded', 'true')
  menu.showPopover()
  reveal(menu, button)
  menu.querySelector<HTMLElement>('a, button')?.focus()
}

function moveFocus(menu: HTMLElement, event: KeyboardEvent): boolean {
  const entries = [...menu.querySelectorAll<HTMLElement>('a, button')].filter(isVisible)
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const by = stepBy(MENU_KEYS.step, event)
  const to = by === null ? endBy(MENU_KEYS.ends, event) : at + by
  if (to === null || entries.length === 0) return false
  entries.at(to % entries.length)?.focus()
  return true
}

/** A menu that has grown or shrunk by this stands in its place again. */
function toggle<T>(entry: HTMLElement, work: () => T): T {
  const done = work()
  const menu = entry.closest<HTMLElement>('.menu')
  const button = menu && buttonOf(menu)
  if (button) reveal(menu, button)
  return done
}

/** Placed when it opens; a menu that was built for the occasion is thrown away when it closes. */
function toggled(box: HTMLElement, open: boolean): void {
  const button = buttonOf(box)
  if (open && button) return reveal(box, button)
  if (open || box.dataset.built === undefined) return
  button?.setAttribute('aria-expanded', 'false')
  button?.removeAttribute('aria-controls')
  box.remove()
}

function onToggle(type: 'beforetoggle' | 'toggle', handler: (box: HTMLElement, open: boolean) => void): void {
  document.addEventListener(
    type,
    (event) => {
      const box = event.target
      if (box instanceof HTMLElement && box.matches('.menu, .rt-panel, .colpick'))
        handler(box, event.newState === 'open')
    },
    true,
  )
}

export function startMenus(): void {
  on('click', '[data-menu]', (_event, button) => {
    const open = button.getAttribute('aria-controls')
    if (open) document.getElementById(open)?.hidePopover()
    else openMenu(button)
  })
  // These two do not bubble. `toggle` comes a moment after the box is drawn, hence the hiding in between.
  onToggle('beforetoggle', (box, open) => {
    if (open) box.style.visibility = 'hidden'
  })
  onToggle('toggle', toggled)
  on('click', '.menu :is(a, [type="button"]:not([data-stay]))', (_event, entry) =>
    entry.closest<HTMLElement>('.menu')?.hidePopover(),
  )
  on('click', '.menu [data-submenu]', (_event, head) => toggle(head, () => toggleSubmenu(head)))
  on('keydown', '.menu', (event, menu) => {
    if (moveFocus(menu, event) || toggle(menu, () => moveBetweenLevels(event))) event.preventDefault()
  })
  document.addEventListener('pointerover', (event) => {
    const menu = document.querySelector<HTMLElement>('.menu:popover-open')
    if (!menu || !(event.target instanceof Element)) return
    const inside = menu.contains(event.target) || buttonOf(menu)?.contains(event.target)
    if (inside) {
      clearTimeout(leaving)
      leaving = undefined
    } else if (event.pointerType === 'mouse') leaving ??= setTimeout(() => menu.hidePopover(), CLOSE_AFTER_MS)
  })
}
