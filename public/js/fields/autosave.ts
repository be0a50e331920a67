/** Fields that save themselves: `data-autosave="url"` posts the field so long after the last key. */
import { el, on } from '../lib/dom.ts'
import { request, RequestFailed } from '../lib/request.ts'

const SAVE_AFTER_MS = 1000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type State = 'saving' | 'saved' | 'failed'

const TEXTS: Record<State, string> = { saving: 'Opslaan…', saved: 'Opgeslagen', failed: 'Niet opgeslagen' }
const timers = new WeakMap<Field, ReturnType<typeof setTimeout>>()

function show(field: Field, state: State): void {
  const home = field.closest('.field')?.querySelector('.form-label') ?? field.parentElement
  let note = home?.querySelector<HTMLElement>('.autosave')
  if (!note) {
    note = el('span', { class: 'autosave', role: 'status' })
    home?.append(note)
  }
  note.dataset.state = state
  note.textContent = TEXTS[state]
}

function valueOf(field: Field): string {
  return field instanceof HTMLInputElement && field.type === 'checkbox'
    ? field.checked
      ? field.value
      : '0'
    : field.value
}

async function save(field: Field): Promise<void> {
  timers.delete(field)
  show(field, 'saving')
  try {
    const body = new URLSearchParams({ [field.name]: valueOf(field) })
    await request(field.dataset.autosave ?? '', { method: 'POST', body, source: field, failText: '' })
    if (!timers.has(field)) show(field, 'saved')
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    show(field, 'failed')
  }
}

export function startAutosave(): void {
  const later = (_event: Event, element: HTMLElement) => {
    const field = element as Field
    clearTimeout(timers.get(field))
    timers.set(
      field,
      setTimeout(() => void save(field), SAVE_AFTER_MS),
    )
  }
  on('input', '[data-autosave]', later)
  // Whoever leaves the field, or closes the popup around it, does not wait for the clock.
  const now = (scope: Element) => {
    for (const field of scope.matches('[data-autosave]') ? [scope] : scope.querySelectorAll('[data-autosave]')) {
      if (!timers.has(field as Field)) continue
      clearTimeout(timers.get(field as Field))
      void save(field as Field)
    }
  }
  on('focusout', '[data-autosave]', (_event, field) => now(field))
  document.addEventListener('popup:closing', (event) => now(event.target as Element))
}
