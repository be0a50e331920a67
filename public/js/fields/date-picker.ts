/** The calendar that opens beside a date field or another button; loaded when the first one is asked for. */
import '../../css/date-picker.css'
import {
  addMonths,
  type Day,
  formatDay,
  MONTHS,
  partsOf,
  readDay,
  weekdayOf,
} from '../../../src/platform/format/days.ts'
import { DATE_KEYS, type KeyLine, stepBy } from '../key-lists.ts'
import { el } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { positionPopover } from '../lib/popover-position.ts'
import { firstDayOf } from './date-span.ts'
import { canPick, type Days, monthTable } from './month-table.ts'

export interface Picking extends Days {
  onPick: (day: Day) => void
  /** It is gone, whether a day was picked or not. */
  onClose?: () => void
}

/** The day that it is in the Netherlands, whatever the zone of this browser. */
const TODAY = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
/** Years that can be typed. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2199

/** Where a key leads from a day. */
function movedBy(event: KeyboardEvent, day: Day): Day | undefined {
  const by = (keys: KeyLine) => stepBy(keys, event) ?? 0
  const end = by(DATE_KEYS.ends)
  if (end !== 0) return day - weekdayOf(day) + (end === 1 ? 6 : 0)
  const months = event.shiftKey ? 12 * by(DATE_KEYS.year) : by(DATE_KEYS.month)
  if (months !== 0) return addMonths(day, months)
  const days = by(DATE_KEYS.day) + 7 * by(DATE_KEYS.week)
  return days === 0 ? undefined : day + days
}

/** The same day in another month or year, within the years there are. */
const inYears = (day: Day): boolean => {
  const { year } = partsOf(day)
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

interface Head {
  bar: HTMLElement
  /** Says which month is shown. */
  draw: (shown: Day) => void
}

function headOf(moveTo: (months: number) => void): Head {
  const step = (by: number, label: string) => {
    const button = el(
      'button',
      { type: 'button', class: 'icon-btn', 'aria-label': label, title: label },
      icon('chevron'),
    )
    button.classList.toggle('is-back', by < 0)
    button.addEventListener('click', () => moveTo(by))
    return button
  }
  const month = el('select', { 'aria-label': 'Maand' }, ...MONTHS.map((name, i) => el('option', { value: i }, name)))
  const year = el('input', { type: 'number', 'aria-label': 'Jaar', min: FIRST_YEAR, max: LAST_YEAR })
  let now = { year: 0, month: 0 }
  month.addEventListener('change', () => moveTo(Number(month.value) + 1 - now.month))
  year.addEventListener('change', () => moveTo(12 * (Number(year.value) - now.year)))
  const bar = el('div', { class: 'date-head' }, step(-1, 'Vorige maand'), month, year, step(1, 'Volgende maand'))
  return {
    bar,
    draw: (shown) => {
      now = partsOf(shown)
      month.value = String(now.month - 1)
      year.value = String(now.year)
    },
  }
}

/** The month in sight, and the day on which the keyboard stands. */
function monthOf(box: HTMLElement, picking: Picking, pick: (day: Day) => void): { focus: () => void } {
  let shown = picking.chosen ?? picking.today
  if (!canPick(shown, picking)) shown = picking.min ?? picking.max ?? shown
  const focus = () => box.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  const head = headOf((months) => show(addMonths(shown, months)))
  const show = (day: Day) => {
    if (inYears(day)) shown = day
    head.draw(shown)
    box.querySelector('table')?.remove()
    box.append(monthTable(shown, picking))
  }
  box.append(head.bar)
  box.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null
    if (button) pick(Number(button.dataset.day))
  })
  box.addEventListener('keydown', (event) => {
    const to = event.target instanceof Element && event.target.closest('[data-day]') ? movedBy(event, shown) : undefined
    if (to === undefined) return
    event.preventDefault()
    show(to)
    focus()
  })
  show(shown)
  return { focus }
}

let open: { button: HTMLElement; close: () => void } | null = null

/**
 * Opens the calendar beside a button; a second press of that button closes it.
 * @param field that the button stands in, which gets the focus back
 */
export function openDatePicker(button: HTMLElement, picking: Picking, field?: HTMLElement): void {
  const giveFocusTo = field ?? button
  const again = open?.button === button
  open?.close()
  if (again) return
  // In the top layer, or it would lie below an open popup.
  const box = el('div', {
    class: 'float date-picker',
    popover: 'manual',
    role: 'dialog',
    'aria-label': 'Kies een datum',
  })
  const isElsewhere = (target: EventTarget | null) =>
    target instanceof Node && !box.contains(target) && !button.contains(target)
  const outside = ({ target }: Event) => isElsewhere(target) && close()
  const close = () => {
    document.removeEventListener('pointerdown', outside, true)
    open = null
    box.remove()
    picking.onClose?.()
  }
  const month = monthOf(box, picking, (day) => {
    if (!canPick(day, picking)) return
    close()
    picking.onPick(day)
    giveFocusTo.focus()
  })
  // The form around it hears of the day that was picked alone.
  for (const type of ['input', 'change']) box.addEventListener(type, (event) => event.stopPropagation())
  box.addEventListener('keydown', (event) => {
    // Its keys are its own: neither the list nor the calendar behind it moves along.
    event.stopPropagation()
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // A year, which is not the end of the form.
      event.preventDefault()
      event.target.blur()
      month.focus()
    }
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
    giveFocusTo.focus()
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (open && isElsewhere(relatedTarget)) close()
  })
  document.addEventListener('pointerdown', outside, true)
  open = { button, close }
  button.after(box)
  box.showPopover()
  positionPopover(box, button, { align: field ? 'end' : 'start' })
  month.focus()
}

/** Opens the calendar of a date field; the day that is picked is written into it as day-month-year (P-173). */
export function pickDate(input: HTMLInputElement, button: HTMLElement): void {
  openDatePicker(
    button,
    {
      chosen: readDay(input.value),
      today: readDay(TODAY.format(new Date()))!,
      min: readDay(firstDayOf(input)) ?? undefined,
      onPick: (day) => {
        input.value = formatDay(day)
        for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
      },
    },
    input,
  )
}
