/**
 * Quiet notes under fields while they are typed: `data-notes` is the URL that answers them for the fields named in
 * `data-notes-fields`. They tell what exists already and block nothing; when it does not answer, there are none.
 */
import { el, on } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchJson, withParams } from '../lib/request.ts'

interface Note {
  text: string
  links: { label: string; url: string }[]
}

const TYPING_MS = 500

const asking = latest<Element>()
const waiting = new WeakMap<Element, number>()

type Control = HTMLInputElement | HTMLSelectElement

const controlIn = (scope: Element, name: string) => scope.querySelector<Control>(`[name="${name}"]`)
const namesOf = (scope: HTMLElement) => (scope.dataset.notesFields ?? '').split(' ')

function write(scope: HTMLElement, notes: Record<string, Note[]>): void {
  for (const old of scope.querySelectorAll('.field-note')) old.remove()
  for (const [name, list] of Object.entries(notes)) {
    const field = controlIn(scope, name)?.closest('.field')
    for (const { text, links } of list)
      field?.append(
        el(
          'div',
          { class: 'field-note', role: 'status' },
          text,
          ...links.map(({ label, url }) => el('a', { href: url, 'data-popup': true }, label)),
        ),
      )
  }
}

async function askNotes(scope: HTMLElement): Promise<void> {
  const signal = asking.next(scope)
  const values = namesOf(scope).map((name) => [name, controlIn(scope, name)?.value ?? ''] as const)
  const url = withParams(scope.dataset.notes ?? '', values)
  const answer = await fetchJson<{ notes: Record<string, Note[]> }>(url, {
    signal,
    failText: '',
  }).catch(() => null)
  if (answer && !signal.aborted) write(scope, answer.notes)
}

export function startNotes(): void {
  on('input', '[data-notes]', (event, scope) => {
    const { name } = event.target as Control
    if (!namesOf(scope).includes(name)) return
    clearTimeout(waiting.get(scope))
    waiting.set(
      scope,
      window.setTimeout(() => void askNotes(scope), TYPING_MS),
    )
  })
}
