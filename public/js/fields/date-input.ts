/** Date and time inputs: the mask while typing, the calendar behind the button. */
import { fetchCode } from '../lazy.ts'
import { on } from '../lib/dom.ts'
import { dateState, maskDate } from '../../../src/platform/format/date-mask.ts'
import { maskTime } from '../../../src/platform/format/time-mask.ts'

/** A typed time is written out this long after it was left. */
const TIME_AFTER_MS = 100

function showState(input: HTMLInputElement): void {
  const { incomplete, invalid } = dateState(input.value)
  input.classList.toggle('is-incomplete', incomplete)
  input.classList.toggle('is-invalid', invalid)
  if (invalid) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

/** Only digits and dashes can be typed; keys that move and delete type nothing (P-175). */
function guard(event: InputEvent): void {
  if (event.inputType === 'insertText' && event.data !== null && /[^\d-]/.test(event.data)) event.preventDefault()
}

function typed(event: InputEvent, input: HTMLInputElement): void {
  // While deleting nothing is added, or the dash that was just removed would be back at once.
  if (!event.inputType?.startsWith('delete')) {
    const fromEnd = input.value.length - (input.selectionEnd ?? input.value.length)
    input.value = maskDate(input.value)
    const caret = Math.max(input.value.length - fromEnd, 0)
    input.setSelectionRange(caret, caret)
  }
  showState(input)
}

/** Two inputs for one moment: what is sent is 'dd-mm-yyyy HH:mm' in the hidden field between them. */
function joinMoment(pair: HTMLElement): void {
  const [date, time] = ['[data-date]', '[data-time]'].map(
    (part) => pair.querySelector<HTMLInputElement>(part)?.value ?? '',
  )
  const hidden = pair.querySelector<HTMLInputElement>('input[type="hidden"]')
  if (hidden) hidden.value = `${date} ${time}`.trim()
}

export function startDates(): void {
  on('beforeinput', '[data-date]', (event) => guard(event))
  on('input', '[data-date]', (event, input) => typed(event, input as HTMLInputElement))
  on('change', '[data-date]', (_event, input) => showState(input as HTMLInputElement))
  on('change', '[data-time]', (_event, element) => {
    const input = element as HTMLInputElement
    setTimeout(() => {
      input.value = maskTime(input.value)
      const pair = input.closest<HTMLElement>('[data-moment]')
      if (pair) joinMoment(pair)
    }, TIME_AFTER_MS)
  })
  on('input', '[data-moment]', (_event, pair) => joinMoment(pair))
  on('click', '[data-pick-date]', (_event, button) => {
    const input = button.parentElement?.querySelector<HTMLInputElement>('[data-date]')
    if (!input || input.disabled) return
    void fetchCode(() => import('./date-picker.ts')).then((code) => code?.pickDate(input, button))
  })
}
