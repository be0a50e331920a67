/**
 * What can be done from every page: the pages and what is made new, read from the buttons that the server put there for
 * who may. The palette offers them, keys press them, the sheet of shortcuts names their keys.
 */
import { matching } from './lib/dom.ts'

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

export const drawingOf = (element: Element) => element.querySelector('svg')

export function ofElement(element: HTMLElement, label: string): Command {
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

/** Presses the button of two keys that were typed one after the other. @returns false when there is none */
export function pressKeys(first: string, second: string): boolean {
  const command = commandsOf(first).find(({ keys }) => keys[1] === second)
  command?.run()
  return command !== undefined
}
