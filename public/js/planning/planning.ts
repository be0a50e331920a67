/** The add wizard of plannings: which step may be left, and who turns out to be busy while it stands open. */
import { onChanged } from '../changes.ts'
import { matching, on, onContent } from '../lib/dom.ts'
import { fetchJson, isAbort, RequestFailed } from '../lib/request.ts'
import { hold, inSight } from '../popup/holds.ts'
import { busyText, type Occupation, occupationsDuring } from './occupations.ts'

const LOADING = 'Gegevens worden geladen'

/** Requests under way whose answer the next step builds on. */
const waiting = new WeakMap<HTMLFormElement, number>()

/** What was changed and asks for such an answer in a moment. */
const promised = new WeakSet<Element>()

/** Why the steps in sight cannot be left yet; null when they can. */
function reasonOf(form: HTMLFormElement): string | null {
  const all = <E extends Element>(selector: string) =>
    inSight(form).flatMap((step) => [...step.querySelectorAll<E & HTMLElement>(selector)])
  if (all('[data-holds-step]').some((asking) => promised.has(asking)) || (waiting.get(form) ?? 0) > 0) return LOADING
  const open = all('[data-at-least-one]').find(
    (choice) => !choice.closest('[hidden]') && !choice.querySelector('input:checked'),
  )
  return open?.dataset.atLeastOne ?? null
}

const settle = (form: HTMLFormElement) => hold(form, 'planning', reasonOf(form))

function formAround(element: Element): HTMLFormElement | null {
  const form = element.closest('form')
  return form?.querySelector('[data-planning]') ? form : null
}

function count(element: HTMLElement, by: 1 | -1): void {
  const form = formAround(element)
  if (!form) return
  // A request that was under way before this code came ends without having begun.
  waiting.set(form, Math.max(0, (waiting.get(form) ?? 0) + by))
  settle(form)
}

function markBusy(part: HTMLElement, occupations: Occupation[]): void {
  for (const person of part.querySelectorAll<HTMLElement>('[data-person]')) {
    const mark = person.querySelector<HTMLElement>('[data-busy]')
    const text = mark?.querySelector('[data-busy-text]')
    if (!mark || !text) continue
    text.textContent = busyText(occupations, person.dataset.person ?? '')
    mark.hidden = text.textContent === ''
  }
}

/** Somebody planned something: who is offered as a teacher may be busy now. */
async function refreshOccupations(): Promise<void> {
  const parts = [...document.querySelectorAll<HTMLElement>('dialog[open] [data-occupied-from]')]
  const spans = parts.map(({ dataset }) => ({ from: dataset.occupiedFrom ?? '', to: dataset.occupiedTo ?? '' }))
  try {
    const found = await occupationsDuring(spans, (url) => fetchJson<Occupation[]>(url, { failText: '' }))
    parts.forEach((part, i) => markBusy(part, found[i] ?? []))
  } catch (error) {
    // What the server said when the step was shown stays; it checks again when the planning is added.
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError) && !isAbort(error)) throw error
  }
}

/** The form says in words of its own that it failed. */
function takeWords(form: HTMLFormElement): void {
  const fail = form.querySelector<HTMLElement>('[data-planning]')?.dataset.fail
  if (fail !== undefined) form.dataset.fail = fail
}

/** Comes after the conditions and the selectors: by then a choice has shown and hidden what goes with it. */
export function start(): void {
  on('change', '[data-holds-step][hx-trigger*="delay"]', (_event, element) => promised.add(element))
  const look = (event: Event) => {
    const form = event.target instanceof Element ? formAround(event.target) : null
    if (form) settle(form)
  }
  for (const type of ['change', 'step:shown', 'htmx:after:swap']) document.addEventListener(type, look)
  on('htmx:before:request', '[data-holds-step]', (_event, element) => {
    promised.delete(element)
    count(element, 1)
  })
  on('htmx:finally:request', '[data-holds-step]', (_event, element) => count(element, -1))
  onChanged(['appointment'], () => void refreshOccupations())
  document.addEventListener('step:shown', ({ target }) => {
    if (target instanceof HTMLFormElement) takeWords(target)
  })
  // The step that asked for this code was shown before it came.
  onContent((scope) => {
    for (const step of matching(scope, '[data-planning]')) {
      const form = formAround(step)
      if (!form) continue
      takeWords(form)
      settle(form)
    }
  })
}
