/** Somebody else saved the record first: shows both values of every field and lets the user choose (rulings 3). */
import { el, on } from './lib/dom.ts'
import { icon } from './lib/icons.ts'

import { popupOf } from './popup/layers.ts'
import { shownValue } from '../../src/platform/format/stale-values.ts'
import { fieldName } from './validation.ts'

export interface Stale {
  by: string
  at: string
  fields: Record<string, [mine: unknown, theirs: unknown]>
  /** The version to save over, when the server lets the user do that. */
  version?: number
}

const moment = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
/** As the rest of the pages write it: 21-11-2026 17:40. */
const written = (at: string): string => moment.format(new Date(at)).replace(', ', ' ')

function labelFor(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
    ? fieldName(control)
    : name
}

function isDecimal(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement && control.inputMode === 'decimal'
}

function comparison(form: HTMLFormElement, fields: Stale['fields']): HTMLElement {
  const cell = (text: string) => el('td', {}, text)
  const head = ['Veld', 'Uw invoer', 'Opgeslagen'].map((text) => el('th', { scope: 'col' }, text))
  const rows = Object.entries(fields).map(([name, [mine, theirs]]) =>
    el(
      'tr',
      {},
      cell(labelFor(form, name)),
      ...[mine, theirs].map((value) => cell(shownValue(value, isDecimal(form, name)))),
    ),
  )
  return el('table', { class: 'rt-table' }, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows))
}

/** Nothing typed is lost: the form stays as it is below the note. */
export function showStale(form: HTMLFormElement, { by, at, fields, version }: Stale): void {
  form.querySelector('[data-stale]')?.remove()
  const keep =
    version === undefined
      ? null
      : el('button', { class: 'btn btn-sm', type: 'button', 'data-stale-keep': version }, 'Mijn invoer opslaan')
  const note = el(
    'div',
    { class: 'note note--warning mb-3', role: 'alert', 'data-stale': true },
    icon('alert'),
    el(
      'div',
      { class: 'grow stale' },
      el('b', {}, `Deze gegevens zijn intussen gewijzigd door ${by} op ${written(at)}.`),
      Object.keys(fields).length > 0 ? comparison(form, fields) : null,
      el(
        'div',
        { class: 'row-flex wrap' },
        keep,
        el('button', { class: 'btn btn-sm', type: 'button', 'data-stale-take': true }, 'Opgeslagen gegevens overnemen'),
      ),
    ),
  )
  const body = form.querySelector('.popup-body') ?? form
  body.prepend(note)
  note.scrollIntoView({ block: 'nearest' })
}

export function startStale(): void {
  on('click', '[data-stale-keep]', (_event, button) => {
    const form = button.closest('form')
    const version = form?.elements.namedItem('version')
    if (!form || !(version instanceof HTMLInputElement)) return
    version.value = button.dataset.staleKeep ?? ''
    button.closest('[data-stale]')?.remove()
    form.requestSubmit()
  })
  on('click', '[data-stale-take]', (_event, button) => {
    const popup = popupOf(button)
    if (popup) popup.dispatchEvent(new CustomEvent('popup:reload', { bubbles: true }))
    else button.dispatchEvent(new CustomEvent('item:reload', { bubbles: true }))
  })
}
