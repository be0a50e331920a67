/** A filter of a table in its form: the hidden field that is sent, and what the server says of it. */
import type { FilterField } from '../../../src/platform/screens/table/filter-field.contract.ts'
import { formOf } from './markup.ts'

type Spec = Pick<FilterField, 'label' | 'kind' | 'type' | 'asksEmpty' | 'options'>

/** One filter, as its menus work with it. */
export interface FilterState extends Spec {
  name: string
  table: HTMLElement
  /** The text of `filter-choices.contract.ts` or `filter-periods.contract.ts`; empty when it is not set. */
  value: string
  /** The names of what is chosen, as far as the server told them. */
  chosen: { value: string; label: string }[]
  set: (value: string) => void
}

const chipOf = (table: HTMLElement, name: string) =>
  table.querySelector<HTMLElement>(`[data-filter-chip="${CSS.escape(name)}"]`)

const inputsOf = (table: HTMLElement) => [...formOf(table).querySelectorAll<HTMLInputElement>('input[data-filter]')]

/** Empties a filter, or sets it; the table loads after the change that the field tells of (P-249). */
function setInput(input: HTMLInputElement, value: string): void {
  const wanted = value === '' ? (input.dataset.unset ?? '') : value
  if (input.value === wanted) return
  input.value = wanted
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

function stateOf(table: HTMLElement, input: HTMLInputElement): FilterState {
  const spec = JSON.parse(input.dataset.filter ?? '{}') as Spec
  const chosen = chipOf(table, input.name)?.dataset.chosen
  return {
    ...spec,
    name: input.name,
    table,
    value: input.value === input.dataset.unset ? '' : input.value,
    chosen: chosen === undefined ? [] : (JSON.parse(chosen) as FilterState['chosen']),
    set: (value) => setInput(input, value),
  }
}

export function filterStates(table: HTMLElement): FilterState[] {
  return inputsOf(table).map((input) => stateOf(table, input))
}

export function filterState(table: HTMLElement, name: string): FilterState | undefined {
  return filterStates(table).find((filter) => filter.name === name)
}

/** Gives the focus to a part of a filter's chip; to the button that adds one where there is no such chip (any more). */
export function focusChip(table: HTMLElement, name: string, part: string): void {
  const target = chipOf(table, name)?.querySelector<HTMLElement>(`[data-part="${part}"]`)
  const button = target?.checkVisibility() ? target : table.querySelector<HTMLElement>('[data-filter-add]')
  button?.focus({ preventScroll: true })
}
