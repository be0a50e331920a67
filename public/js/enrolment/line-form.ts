/** Correcting one line of a participant list, in a row of its own below it. */
import { el, uid } from '../lib/dom.ts'

type LineField = [name: string, label: string, span: number]

function fieldOf(line: string, [name, label, span]: LineField, value: string): HTMLElement {
  const id = `line-${uid()}`
  const date = name === 'birth_date' ? { 'data-date': true, inputmode: 'numeric', placeholder: 'dd-mm-jjjj' } : {}
  return el(
    'div',
    { class: `field col-${span}` },
    el('label', { class: 'form-label', for: id }, label),
    // Named, so that a correction counts even when the form is sent without taking it over first.
    el('input', { class: 'form-control', id, name: `lines[${line}][${name}]`, value, maxlength: 200, ...date }),
  )
}

/** Opens the fields of a line, or goes to them when they are open. */
export function openLine(row: HTMLTableRowElement): void {
  const below = row.nextElementSibling
  if (below instanceof HTMLElement && below.dataset.lineForm !== undefined) return below.querySelector('input')?.focus()
  const line = row.dataset.line ?? ''
  const packed = row.querySelector<HTMLInputElement>(`[name="lines[${line}][person]"]`)
  const person = JSON.parse(packed?.value ?? '{}') as Record<string, string>
  const named = JSON.parse(row.closest<HTMLElement>('[data-lines]')?.dataset.lineFields ?? '[]') as LineField[]
  const fields = named.map((field) => fieldOf(line, field, person[field[0]] ?? ''))
  const buttons = el(
    'div',
    { class: 'col-12 row-flex' },
    el('button', { class: 'btn', type: 'button', 'data-line-done': true }, 'Correctie overnemen'),
    el('button', { class: 'linklike', type: 'button', 'data-line-cancel': true }, 'Annuleren'),
  )
  const form = el('div', { class: 'grid-form' }, ...fields, buttons)
  row.after(el('tr', { 'data-line-form': line, class: 'line-form' }, el('td', { colspan: row.cells.length }, form)))
  row.nextElementSibling?.querySelector('input')?.focus()
}

/** Closes the fields without taking them over. */
export function closeLine(form: HTMLElement): void {
  const row = form.previousElementSibling
  form.remove()
  row?.querySelector<HTMLElement>('[data-line-edit]')?.focus()
}
