/** Correcting one line of a participant list, in a row of its own below it. */
import { el, uid } from '../lib/dom.ts'

const FIELDS: [name: string, label: string, span: number][] = [
  ['first_name', 'Voornaam', 3],
  ['initials', 'Voorletters', 2],
  ['last_name_prefix', 'Tussenvoegsel', 2],
  ['last_name', 'Achternaam', 5],
  ['birth_date', 'Geboortedatum', 3],
  ['email', 'E-mail', 3],
  ['phone', 'Telefoon', 3],
  ['mobile_phone', 'Mobiel', 3],
]

function fieldOf(line: string, [name, label, span]: (typeof FIELDS)[number], value: string): HTMLElement {
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
  const fields = FIELDS.map((field) => fieldOf(line, field, person[field[0]] ?? ''))
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
