/**
 * What can be done from here: the pages, what is made new and the actions of the open record, read from the buttons that
 * the server put there for who may. The palette offers them, keys press them, the sheet of shortcuts names their keys.
 */
import { actionElement } from './action-element.ts'
import { el, matching } from './lib/dom.ts'
import { actionsOf } from './menu.ts'

export interface Command {
  label: string
  /** Other words that it is found by. */
  synonyms: string
  /** An element whose drawing stands for it. */
  drawing: Element | null
  /** Pressed one after the other. */
  keys: string[]
  /** Where it leads, when it is a link that may open in a tab of its own. */
  href: string | null
  run: () => void
}

const drawingOf = (element: Element) => element.querySelector('svg')

function ofElement(element: HTMLElement, label: string): Command {
  return {
    label,
    synonyms: element.dataset.synonyms ?? '',
    drawing: drawingOf(element),
    keys: element.dataset.keys?.split(' ') ?? [],
    href: element.getAttribute('href'),
    run: () => element.click(),
  }
}

/** Those of the frame of the page whose first key is this one; without a key those that have none. */
export function commandsOf(first?: string): Command[] {
  return matching(document.body, '[data-command]')
    .map((element) => ofElement(element, element.dataset.command ?? ''))
    .filter(({ keys }) => keys[0] === first)
}

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

/** The actions of an open popup: the buttons in its head, its next step and the entries of its menu. */
export function recordCommands(popup: HTMLElement | null): Command[] {
  if (!popup) return []
  const buttons = matching(popup, '.popup-tools :is([data-tool], [data-inside])')
  // Both what stands behind the arrow of the next step and what stands behind the dots.
  const menus = matching(popup, '.popup-tools [data-menu]')
  const shown = buttons.map((button) => ofElement(button, button.textContent.trim()))
  const listed = menus.flatMap(actionsOf).map((action) => ({
    label: action.label,
    synonyms: [...(action.synonyms ?? []), action.under?.label].join(' '),
    drawing: drawingOf(actionElement(action)),
    keys: [],
    href: ['popup', 'link'].includes(action.kind) ? action.url : null,
    run: () => press(action, popup),
  }))
  return [...shown, ...listed].filter(({ label }, i, all) => all.findIndex((other) => other.label === label) === i)
}

/** Presses the button of two keys that were typed one after the other. @returns false when there is none */
export function pressKeys(first: string, second: string): boolean {
  const command = commandsOf(first).find(({ keys }) => keys[1] === second)
  command?.run()
  return command !== undefined
}
