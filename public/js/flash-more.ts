/** Lines that do not fit a message: folded into it, which stays until it is closed then. */
import { el } from './lib/dom.ts'

/** Folds lines into the message that was shown last. */
export function foldIntoFlash(summary: string, lines: string[]): void {
  const messages = [...document.querySelectorAll('#flash .flash')]
  const items = lines.map((line) => el('li', {}, line))
  messages
    .at(-1)
    ?.querySelector('.grow')
    ?.append(el('details', { class: 'flash-more' }, el('summary', {}, summary), el('ul', {}, ...items)))
}
