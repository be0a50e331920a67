/** The list of times that opens beside a time field: every quarter of an hour, for the mouse and for the keyboard. */
import { FIELD_KEYS, isKey } from '../key-lists.ts'
import { el, on, uid } from '../lib/dom.ts'
import { reveal } from '../menu.ts'
import { maskTime } from '../../../src/platform/format/time-mask.ts'

const STEP_MINUTES = 15
/** Where the list stands open while the field is empty: a working day begins about then. */
const MORNING = '09:00'

const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, i) => {
  const minutes = i * STEP_MINUTES
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
})

/** Opens the list at the time in the field, or else at the next quarter after it. */
function openTimes(input: HTMLInputElement, button: HTMLElement): void {
  const now = maskTime(input.value)
  const from = /^\d{2}:\d{2}$/.test(now) ? now : MORNING
  const options = TIMES.map((time) =>
    el(
      'button',
      { type: 'button', role: 'option', 'data-time-option': time, 'aria-selected': String(time === now) },
      time,
    ),
  )
  const list = el(
    'div',
    {
      class: 'menu time-list',
      popover: 'auto',
      id: `times-${uid()}`,
      role: 'listbox',
      'aria-label': 'Kies een tijd',
      'data-built': true,
    },
    ...options,
  )
  button.after(list)
  button.setAttribute('aria-controls', list.id)
  button.setAttribute('aria-expanded', 'true')
  list.showPopover()
  reveal(list, button)
  const first = options.find((option) => option.dataset.timeOption! >= from) ?? options.at(-1)!
  first.scrollIntoView({ block: 'center' })
  first.focus({ preventScroll: true })
}

function pick(option: HTMLElement): void {
  const input = option.closest('.input-time')?.querySelector<HTMLInputElement>('[data-time]')
  if (!input) return
  input.value = option.dataset.timeOption ?? ''
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
  input.focus()
}

const listOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-controls') ?? '')

export function startTimePicker(): void {
  on('click', '[data-pick-time]', (_event, button) => {
    const input = button.parentElement?.querySelector<HTMLInputElement>('[data-time]')
    // A list that the press of this button has just closed is still there, and stays closed.
    if (listOf(button)) listOf(button)?.hidePopover()
    else if (input && !input.disabled) openTimes(input, button)
  })
  on('keydown', '[data-time]', (event, input) => {
    if (!isKey(FIELD_KEYS.open, event)) return
    event.preventDefault()
    const button = input.parentElement?.querySelector<HTMLElement>('[data-pick-time]')
    // The list that a time was picked from a moment ago may still be there.
    if (button && !listOf(button)?.matches(':popover-open')) openTimes(input as HTMLInputElement, button)
  })
  on('click', '[data-time-option]', (_event, option) => pick(option))
}
