/** What can be done in an open popup, for the palette: its actions and its tabs, as the server offers them to who may. */
import type { Action } from '../../src/platform/screens/models.ts'
import { actionElement } from './action-element.ts'
import { type Command, drawingOf, ofElement } from './commands.ts'
import { el, matching } from './lib/dom.ts'
import { actionsOf } from './menu.ts'

/** An entry of a menu that is not open has no element; it gets one in its popup for the moment in which it is pressed. */
function press(action: Parameters<typeof actionElement>[0], popup: HTMLElement): void {
  const holder = el('span', { hidden: true }, actionElement(action))
  popup.append(holder)
  ;(holder.firstElementChild as HTMLElement).click()
  setTimeout(() => holder.remove())
}

/** The tabs of an open popup, by their names without what counts them. */
export function tabCommands(popup: HTMLElement | null): Command[] {
  if (!popup) return []
  return matching(popup, '.popup-menu-items [data-item], .tabs [data-item]').map((tab) => {
    const label = tab.querySelector('[data-label]') ?? tab.firstChild
    return { ...ofElement(tab, label?.textContent?.trim() ?? ''), href: null }
  })
}

/** The actions of an open popup: the buttons in its head, its next step, what leads inside it, and the entries of its menu. */
export function recordCommands(popup: HTMLElement | null): Command[] {
  if (!popup) return []
  const buttons = matching(popup, '.popup-tools [data-tool]')
  // Both what stands behind the arrow of the next step and what stands behind the dots.
  const menus = matching(popup, '.popup-tools [data-menu]')
  const shown = buttons.map((button) => ofElement(button, button.textContent.trim()))
  const inside = matching(popup, '.popup-tools [data-inside]').map(({ dataset }) => dataset.inside ?? '[]')
  const entries = [...inside.flatMap((text) => JSON.parse(text) as Action[]), ...menus.flatMap(actionsOf)]
  const listed = entries.map((action) => ({
    label: action.label,
    synonyms: [...(action.synonyms ?? []), action.under?.label].join(' '),
    drawing: drawingOf(actionElement(action)),
    keys: [],
    href: ['popup', 'link'].includes(action.kind) ? action.url : null,
    run: () => press(action, popup),
  }))
  return [...shown, ...listed].filter(({ label }, i, all) => all.findIndex((other) => other.label === label) === i)
}
