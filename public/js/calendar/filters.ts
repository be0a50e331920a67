/**
 * The filters popup of the calendar: it starts with what the calendar's cookies hold and tells the island the choice.
 */
import { matching, on, onContent } from '../lib/dom.ts'
import { cookies } from '../lib/browser-storage.ts'
import { setChosen } from '../fields/selector.ts'
import { closePopup } from '../popup/open.ts'
import { popupOf } from '../popup/layers.ts'

type FilterMap = Record<string, string>

function read<T extends object>(cookie: string): Partial<T> {
  try {
    return (JSON.parse(cookies.get(cookie) ?? '{}') ?? {}) as Partial<T>
  } catch {
    return {}
  }
}

/** What is chosen by now: kept in cookies of the calendar, or with the settings of a board in the one that the form names. */
function keptFor(form: HTMLFormElement): { values: FilterMap; names: FilterMap } {
  const board = form.dataset.calendarFilters ?? ''
  if (board === '')
    return { values: read<FilterMap>('calendar-filters') as FilterMap, names: read<FilterMap>('calendar-filters-values') as FilterMap } // prettier-ignore
  const { filters = {}, names = {} } = read<{ filters: FilterMap; names: FilterMap }>(board)
  return { values: filters, names }
}

function controls(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement | HTMLSelectElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && element.name !== '',
  )
}

const isSelector = (control: Element): control is HTMLSelectElement => control.closest('.sel') !== null

/** What the user typed before this code came is theirs. */
const isTyped = (control: Element) => control instanceof HTMLInputElement && control.value !== control.defaultValue

function fill(form: HTMLFormElement): void {
  const { values, names } = keptFor(form)
  for (const control of controls(form)) {
    const value = values[control.name]
    if (value === undefined || isTyped(control)) continue
    if (isSelector(control)) setChosen(control, [{ value, text: names[control.name] ?? value }])
    else control.value = value
  }
}

/** The value as people read it, for the chip. */
function nameOf(control: HTMLInputElement | HTMLSelectElement): string {
  return control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.textContent.trim() ?? '') : control.value
}

async function apply(form: HTMLFormElement): Promise<void> {
  const values: FilterMap = {}
  const names: FilterMap = {}
  for (const control of controls(form)) {
    const value = control.value.trim()
    if (value === '' || value === '-1') continue
    values[control.name] = value
    names[control.name] = nameOf(control)
  }
  document.dispatchEvent(new CustomEvent('calendar-filters', { detail: { values, names } }))
  const popup = popupOf(form)
  if (popup) await closePopup(popup, { ask: false })
}

const FORM = 'form[data-calendar-filters]'

export function start(): void {
  onContent((scope) => matching<HTMLFormElement>(scope, FORM).forEach(fill))
  on('submit', FORM, (event, form) => {
    event.preventDefault()
    void apply(form as HTMLFormElement)
  })
}
