/** One level below an entry of a menu: it opens in place, so that a finger and a small screen do as well as a mouse. */
import { MENU_KEYS, isKey } from './key-lists.ts'
import type { Action } from '../../src/platform/screens/models.ts'
import { actionElement } from './action-element.ts'
import { el, uid } from './lib/dom.ts'
import { icon, sheetIcon } from './lib/icons.ts'

const headOf = (entry: Element): HTMLElement | null =>
  entry.closest('.submenu')?.querySelector('[data-submenu]') ?? null

function submenu({ label, icon: drawing, danger }: NonNullable<Action['under']>, entries: HTMLElement[]): HTMLElement {
  const id = `submenu-${uid()}`
  const head = el(
    'button',
    {
      type: 'button',
      class: danger ? 'is-danger' : null,
      'data-submenu': true,
      'data-stay': true,
      'aria-expanded': 'false',
      'aria-controls': id,
    },
    sheetIcon(drawing),
    label,
    icon('chevron'),
  )
  return el(
    'div',
    { class: 'submenu' },
    head,
    el('div', { id, role: 'group', 'aria-label': label, hidden: true }, ...entries),
  )
}

/** The entries of a menu, those that stand under a word together where the first of them stands; one alone needs none. */
export function entryElements(actions: Action[]): HTMLElement[] {
  const together = Map.groupBy(actions, ({ under }) => under?.label)
  return actions.flatMap((action) => {
    const group = action.under ? together.get(action.under.label)! : []
    if (!action.under || group.length === 1) return [actionElement(action)]
    return group[0] === action ? [submenu(action.under, group.map(actionElement))] : []
  })
}

/** Opens or closes what stands below an entry; of one menu one is open at most. */
export function toggleSubmenu(head: HTMLElement, isOpen = head.ariaExpanded !== 'true'): void {
  for (const other of head.closest('.menu')?.querySelectorAll<HTMLElement>('[data-submenu]') ?? []) {
    const opens = other === head && isOpen
    other.ariaExpanded = String(opens)
    other.nextElementSibling!.toggleAttribute('hidden', !opens)
  }
}

/** → opens what stands below the entry with the focus, and goes in; ← goes back to it. @returns whether that was it */
export function moveBetweenLevels(event: KeyboardEvent): boolean {
  const entry = document.activeElement
  const head = entry && headOf(entry)
  if (!head || !isKey(MENU_KEYS.levels, event)) return false
  const isBack = event.key === MENU_KEYS.levels.keys[0]
  if (isBack || entry === head) toggleSubmenu(head, !isBack)
  if (isBack) head.focus()
  else if (entry === head) head.nextElementSibling!.querySelector<HTMLElement>('a, button')?.focus()
  return true
}
