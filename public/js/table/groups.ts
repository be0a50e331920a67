/** The heads of a grouped list fold their rows away. */
import { on } from '../lib/dom.ts'

export const GROUP = 'tr[data-group]'

const toggleOf = (head: Element) => head.querySelector<HTMLElement>('.group-toggle')

/** Hides or shows what stands below a head, up to the next. */
function fold(head: Element): void {
  const isFolded = toggleOf(head)?.getAttribute('aria-expanded') === 'false'
  for (let row = head.nextElementSibling; row && !row.matches(GROUP); row = row.nextElementSibling)
    row.toggleAttribute('hidden', isFolded)
}

/** After rows came under heads that are folded. */
export function foldAgain(body: HTMLElement): void {
  for (const head of body.querySelectorAll(GROUP)) fold(head)
}

export function startGroups(): void {
  on('click', '.group-toggle', (_event, toggle) => {
    const head = toggle.closest(GROUP)
    if (!head) return
    toggle.setAttribute('aria-expanded', String(toggle.getAttribute('aria-expanded') === 'false'))
    fold(head)
  })
}
