/** The list of times that opens beside a time field: every quarter of an hour, for the mouse and for the keyboard. */
import { el, on, uid } from '../lib/dom.ts'
import { reveal } from '../menu.ts'
import { maskTime } from './time-mask.ts'

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

export function startTimePicker(): void {
  on('click', '[data-pick-time]', (_event, button) => {
    const open = button.getAttribute('aria-controls')
    const input = button.parentElement?.querySelector<HTMLInputElement>('[data-time]')
    if (open) document.getElementById(open)?.hidePopover()
    else if (input && !input.disabled) openTimes(input, button)
  })
  on('keydown', '[data-time]', (event, input) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    input.parentElement?.querySelector<HTMLElement>('[data-pick-time]')?.click()
  })
  on('click', '[data-time-option]', (_event, option) => pick(option))
}
