/** Marks the fields that the server refused (422), and takes the marks away again as the user mends them. */
import { type ErrorMap, isTold, nameOfKey, personalise } from './error-map.ts'
import { withoutLabel } from '../../src/platform/format/sentence.ts'
import { flash } from './flash.ts'
import { markTabs } from './fields/panels.ts'
import { el, isVisible, matching, on, uid } from './lib/dom.ts'
import { icon } from './lib/icons.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function controlOf(form: HTMLFormElement, key: string): Control | null {
  for (const name of [key, nameOfKey(key), `${nameOfKey(key)}[]`]) {
    const found = form.elements.namedItem(name)
    const control = found instanceof RadioNodeList ? found[0] : found
    if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    )
      return control
  }
  return null
}

/** What the user sees of a control: the button of a selector, the visible half of a date with its time. */
export function faceOf(control: Control): HTMLElement {
  const drawn = control.closest('.field')?.querySelector<HTMLElement>('[data-face]')
  if (drawn) return drawn.closest('button') ?? drawn
  if (!control.hidden && control.type !== 'hidden') return control
  const around = control.closest('.sel, [data-moment], .field')
  return around?.querySelector<HTMLElement>('.sel-btn, input:not([type="hidden"])') ?? control
}

function labelOf(control: Control): HTMLElement | null {
  const field = control.closest('.field')
  return field?.querySelector<HTMLElement>('.form-label') ?? control.labels?.[0] ?? null
}

/** What a field is called in a sentence: its own text for that, or its label. */
export function fieldName(control: Control): string {
  const custom = control.dataset.errorLabel ?? faceOf(control).dataset.errorLabel
  if (custom) return custom
  const label = labelOf(control)?.cloneNode(true) as HTMLElement | undefined
  label?.querySelector('.req, .autosave')?.remove()
  return label?.textContent.trim() || control.getAttribute('aria-label') || control.name
}

function describe(element: Element, id: string | null): void {
  element.setAttribute('aria-describedby', [element.getAttribute('aria-describedby'), id].filter(Boolean).join(' '))
}

function mark(control: Control, message: string): void {
  const face = faceOf(control)
  const field = control.closest<HTMLElement>('.field') ?? face.parentElement!
  // What is wrong is seen, also where it was folded away.
  const fold = control.closest('details')
  if (fold) fold.open = true
  const id = `error-${uid()}`
  for (const marked of new Set([control, face])) {
    marked.classList.add('is-invalid')
    marked.setAttribute('aria-invalid', 'true')
    describe(marked, id)
  }
  labelOf(control)?.classList.add('is-invalid')
  control.closest('.comp')?.classList.add('is-invalid')
  field.classList.add('has-error')
  field.append(el('div', { class: 'field-error', id }, icon('error', 'ic-sm'), el('span', {}, message)))
}

function unmark(scope: Element): void {
  for (const error of scope.querySelectorAll('.field-error')) {
    for (const marked of matching(scope, `[aria-describedby~="${error.id}"]`)) {
      const rest = (marked.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== error.id)
      if (rest.length > 0) marked.setAttribute('aria-describedby', rest.join(' '))
      else marked.removeAttribute('aria-describedby')
    }
    error.remove()
  }
  for (const marked of scope.querySelectorAll('.is-invalid')) {
    marked.classList.remove('is-invalid')
    marked.removeAttribute('aria-invalid')
  }
  scope.classList.remove('has-error')
  for (const comp of [scope.closest('.comp'), ...scope.querySelectorAll('.comp')])
    if (comp && !comp.querySelector('.has-error')) comp.classList.remove('is-invalid')
}

/** Takes away what was said of the form as a whole. */
export function clearFormNotes(form: HTMLFormElement): void {
  for (const note of form.querySelectorAll('[data-form-error]')) note.remove()
}

export function clearErrors(form: HTMLFormElement): void {
  unmark(form)
  for (const field of form.querySelectorAll('.has-error')) field.classList.remove('has-error')
  markTabs(form)
  clearFormNotes(form)
}

/** Says something of the form as a whole, above its fields; it stays until the form is sent again. */
export function formNote(form: HTMLFormElement, message: string): void {
  const body = form.querySelector('.step:not([inert]) .popup-body, .popup-body') ?? form
  const note = el(
    'div',
    { class: 'note note--error mb-3', role: 'alert', 'data-form-error': true },
    icon('error'),
    el('span', {}, message),
  )
  body.prepend(note)
  note.scrollIntoView({ block: 'nearest' })
}

const FOCUSABLE = 'input, select, textarea, button, [tabindex], [contenteditable]'

/** Marks the fields that have a message with the first of them. */
export function markErrors(form: HTMLFormElement, errors: ErrorMap): Control[] {
  clearErrors(form)
  const marked = Object.entries(errors).flatMap(([key, [message]]) => {
    const control = key === '_form' ? null : controlOf(form, key)
    if (!control || message === undefined) return []
    mark(control, personalise(message, key, fieldName(control)))
    return control
  })
  markTabs(form)
  return marked
}

/** Shows the first message of every field; what has no field becomes a note or a flash. Focuses the first mistake. */
export function showErrors(form: HTMLFormElement, errors: ErrorMap): void {
  const marked = markErrors(form, errors)
  for (const [key, [message]] of Object.entries(errors)) {
    if (message === undefined) continue
    if (key === '_form') formNote(form, withoutLabel(message))
    else if (isTold(key) && !controlOf(form, key)) flash(withoutLabel(message), 'error')
  }
  const first = [...form.elements].find((element) => marked.includes(element as Control)) as Control | undefined
  if (!first) return
  // A mistake in an earlier step or in a closed item opens that step or item first.
  first.dispatchEvent(new CustomEvent('reveal', { bubbles: true }))
  bringToEye(first)
}

/**
 * Focuses a field and shows what is wrong with it. A box that is drawn by its label lies outside what scrolls, so that the
 * browser would leave it where it is; what cannot have the focus, such as a drawing, gives it to the field around it, which
 * is then read out with the same sentence.
 */
function bringToEye(control: Control): void {
  const field = control.closest<HTMLElement>('.field')
  const face = faceOf(control)
  if (isVisible(face) && face.matches(FOCUSABLE)) face.focus({ preventScroll: true })
  else if (field && isVisible(field)) {
    describe(field, control.getAttribute('aria-describedby'))
    field.tabIndex = -1
    field.focus({ preventScroll: true })
  }
  for (const shown of [field ?? face, field?.querySelector('.field-error')]) shown?.scrollIntoView({ block: 'nearest' })
}

/** A page for people without an account comes back whole with what is wrong, and would open at its top. */
function bringDrawnToEye(): void {
  const error = document.querySelector<HTMLElement>('.bare-main .field .field-error:not([hidden])')
  const field = error?.closest<HTMLElement>('.field')
  if (!error || !field) return
  const control = [...field.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isVisible)
  control?.focus({ preventScroll: true })
  for (const shown of [field, error]) shown.scrollIntoView({ block: 'nearest' })
}

export function startValidation(): void {
  const mend = (_event: Event, field: HTMLElement) => {
    unmark(field)
    const form = field.closest('form')
    if (form) markTabs(form)
  }
  on('input', '.field.has-error', mend)
  on('change', '.field.has-error', mend)
  bringDrawnToEye()
}
