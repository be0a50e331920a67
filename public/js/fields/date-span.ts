/** A part that is moved to another day keeps ending on the day it starts: the end date follows the start date. */
import { on } from '../lib/dom.ts'

const START = '[data-moment]:has([name*="start_datetime"])'
const END = '[data-moment]:has([name*="end_datetime"])'

/** The last whole date that each start held. */
const known = new WeakMap<HTMLInputElement, string>()

function follow(start: HTMLInputElement): void {
  if (!/^\d{2}-\d{2}-\d{4}$/.test(start.value)) return
  const before = known.get(start) ?? start.defaultValue
  known.set(start, start.value)
  const end = start.closest('fieldset, form')?.querySelector<HTMLInputElement>(`${END} [data-date]`)
  // Who chose another day for the end meant that.
  if (!end || end.value !== before || end.value === start.value) return
  end.value = start.value
  for (const type of ['input', 'change']) end.dispatchEvent(new Event(type, { bubbles: true }))
}

/** The first day that a date field can hold: an end lies on the day of its start, or later; '' for any. */
export function firstDayOf(input: HTMLInputElement): string {
  if (!input.closest(END)) return ''
  return input.closest('fieldset, form')?.querySelector<HTMLInputElement>(`${START} [data-date]`)?.value ?? ''
}

/** Set up after the date inputs: by then what was typed is written out. */
export function startDateSpans(): void {
  on('input', `${START} [data-date]`, (_event, input) => follow(input as HTMLInputElement))
}
