/** The entries of the bank that wait: arrows go from one to the next, and after each the next one is at hand. */
import { stepBy } from '../key-lists.ts'
import { on, onContent } from '../lib/dom.ts'
import { BANK_KEYS } from './keys.ts'

const FIRST = '[data-bank-line] [data-bank-first]'
/** Where the focus was, for when the list comes anew. */
let at: number | null = null

const firsts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(FIRST)]
const lineOf = (element: Element | null): number =>
  firsts().findIndex((first) => first.closest('[data-bank-line]') === element?.closest('[data-bank-line]'))

function step(event: KeyboardEvent, element: HTMLElement): void {
  const by = stepBy(BANK_KEYS.step, event)
  if (by === null) return
  event.preventDefault()
  const all = firsts()
  all[Math.max(0, Math.min(lineOf(element) + by, all.length - 1))]?.focus()
}

export function start(): void {
  on('keydown', '[data-bank-line]', step)
  on('click', FIRST, (_event, button) => (at = lineOf(button)))
  onContent((scope) => {
    if (at === null || !scope.querySelector('[data-bank-line]') || document.querySelector('[data-popup-open]')) return
    const all = firsts()
    if (document.activeElement === document.body || document.activeElement?.matches(FIRST))
      all[Math.min(at, all.length - 1)]?.focus()
    at = null
  })
}
