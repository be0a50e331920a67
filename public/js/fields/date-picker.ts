/** The calendar that opens beside a date field; loaded when the first one is asked for. */
import flatpickr from 'flatpickr'
import { Dutch } from 'flatpickr/dist/l10n/nl.js'
import 'flatpickr/dist/flatpickr.css'
import '../../css/date-picker.css'
import { el } from '../lib/dom.ts'
import { place } from '../lib/place.ts'

/** Opens the calendar; picking a day writes it into the field as day-month-year (P-173). */
export function pickDate(input: HTMLInputElement, button: HTMLElement): void {
  // A box of our own in the top layer: flatpickr would hang its calendar into the page, below an open popup.
  const box = el('div', {
    class: 'float date-picker',
    popover: 'manual',
    role: 'dialog',
    'aria-label': 'Kies een datum',
  })
  const holder = el('input', { hidden: true, value: /^\d{2}-\d{2}-\d{4}$/.test(input.value) ? input.value : '' })
  box.append(holder)
  button.after(box)
  const picker = flatpickr(holder, {
    locale: { ...Dutch, firstDayOfWeek: 1 },
    dateFormat: 'd-m-Y',
    inline: true,
    weekNumbers: true,
    monthSelectorType: 'dropdown',
    onChange: (_dates, text) => {
      input.value = text
      for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
      close()
    },
  })

  const outside = (event: Event) => {
    if (event.target instanceof Node && !box.contains(event.target) && !button.contains(event.target)) close(false)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    close()
  }

  function close(focus = true): void {
    document.removeEventListener('pointerdown', outside, true)
    picker.destroy()
    box.remove()
    if (focus) input.focus()
  }

  box.addEventListener('keydown', key)
  document.addEventListener('pointerdown', outside, true)
  box.showPopover()
  place(box, button, { align: 'end' })
  const days = '.flatpickr-days .flatpickr-day'
  const day = ['.selected', '.today', ''].map((state) => box.querySelector<HTMLElement>(days + state)).find(Boolean)
  day?.focus()
}
