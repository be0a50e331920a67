/** How a period is chosen for a filter: one of the usual ones, or by its days. */
import { formatDay, readDay } from '../../../src/platform/format/days.ts'
import { capital } from '../../../src/platform/format/sentence.ts'
import {
  type Bound,
  type Period,
  periodWords,
  readPeriodChoice,
  writePeriodChoice,
} from '../../../src/platform/screens/table/filter-periods.contract.ts'
import { el } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import type { FilterState } from './filter-state.ts'

export type PeriodMode = 'period' | 'before' | 'after' | 'on'

export const PERIOD_MODES: { mode: PeriodMode; not: boolean; label: string }[] = [
  { mode: 'period', not: false, label: 'in de periode' },
  { mode: 'before', not: false, label: 'vóór' },
  { mode: 'after', not: false, label: 'na' },
  { mode: 'on', not: false, label: 'op' },
  { mode: 'period', not: true, label: 'niet in de periode' },
]

const USUAL = [
  'today',
  'tomorrow',
  'this-week',
  'next-week',
  'this-month',
  'next-month',
  'next-30',
  'next-3m',
  'last-30',
  'last-3m',
  'this-year',
  'last-year',
]

/** How what is set is said; null for what is not set, and for 'is leeg'. */
export function modeOf(value: string): { mode: PeriodMode; not: boolean; period: Period } | null {
  const choice = readPeriodChoice(value)
  if (choice === null || choice.period.kind === 'none') return null
  const { not, period } = choice
  if (period.kind !== 'between') return { mode: 'period', not, period }
  const { from, until } = period
  return { mode: from === null ? 'before' : until === null ? 'after' : from === until ? 'on' : 'period', not, period }
}

/** The same period, asked for or asked not to be in. */
export function turnedPeriod(value: string, not: boolean): string {
  const choice = readPeriodChoice(value)
  return choice ? writePeriodChoice({ ...choice, not }) : value
}

function dateInput(label: string, day: Bound | null | undefined, take: () => void) {
  const input = el('input', {
    class: 'form-control',
    type: 'text',
    'data-date': true,
    inputmode: 'numeric',
    maxlength: 10,
    placeholder: 'dd-mm-jjjj',
    'aria-label': label,
    value: typeof day === 'number' ? formatDay(day) : '',
  })
  input.addEventListener('change', take)
  const pick = el(
    'button',
    { class: 'icon-btn', type: 'button', 'data-pick-date': true, tabindex: '-1', 'aria-label': 'Kalender' },
    icon('calendar', 'ic-sm'),
  )
  const field = el(
    'label',
    { class: 'field' },
    el('span', { class: 'form-label' }, label),
    el('span', { class: 'input-date' }, input, pick),
  )
  return { field, day: () => readDay(input.value) }
}

/** A button for a period that is often asked for. */
function usualButton(text: string, isChosen: boolean, take: () => void): HTMLElement {
  const { value } = periodWords(readPeriodChoice(text)!)
  const button = el('button', { type: 'button', 'aria-pressed': String(isChosen) }, capital(value))
  button.addEventListener('click', () => {
    take()
    button.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  return button
}

/** The first and the last day, either of which may be left open. */
function wholePanel(filter: FilterState, not: boolean, now: Period | undefined): HTMLElement[] {
  const ends = now?.kind === 'between' ? now : null
  const take = () => {
    const [first, last] = [from.day(), until.day()]
    if (first === null && last === null) return
    filter.set(writePeriodChoice({ not, period: { kind: 'between', from: first, until: last } }))
  }
  const from = dateInput('Van', ends?.from, take)
  const until = dateInput('Tot en met', ends?.until, take)
  const usual = USUAL.map((text) => {
    const choice = readPeriodChoice(text)!
    const written = writePeriodChoice({ ...choice, not })
    return usualButton(text, filter.value === written, () => filter.set(written))
  })
  return [
    el('div', { class: 'rt-usual', role: 'group', 'aria-label': 'Vaste perioden' }, ...usual),
    el('div', { class: 'rt-days' }, from.field, until.field),
  ]
}

/** The period before, after or on a day. */
function besideDay(mode: Exclude<PeriodMode, 'period'>, day: number | 'today'): Period {
  const beside = (by: -1 | 1): Bound => (day === 'today' ? (by === 1 ? 'tomorrow' : 'yesterday') : day + by)
  if (mode === 'before') return { kind: 'between', from: null, until: beside(-1) }
  if (mode === 'after') return { kind: 'between', from: beside(1), until: null }
  return { kind: 'between', from: day, until: day }
}

/** One day, which what is set was said by. */
function dayPanel(filter: FilterState, mode: Exclude<PeriodMode, 'period'>, not: boolean, now?: Period): HTMLElement[] {
  const ends = now?.kind === 'between' ? now : null
  const shown = mode === 'before' ? [ends?.until, 1] : [ends?.from, mode === 'after' ? -1 : 0]
  const [bound, by] = shown as [Bound | null | undefined, number]
  const set = (day: number | 'today') => filter.set(writePeriodChoice({ not, period: besideDay(mode, day) }))
  const { field, day } = dateInput('Datum', typeof bound === 'number' ? bound + by : null, () => {
    const typed = day()
    if (typed !== null) set(typed)
  })
  const today = usualButton('today', typeof bound === 'string', () => set('today'))
  return [el('div', { class: 'rt-usual' }, today), field]
}

/** @param asked what the operator that was just chosen says; else what the filter says now */
export function periodPanel(filter: FilterState, asked: { not?: boolean; mode?: PeriodMode }): HTMLElement[] {
  const now = modeOf(filter.value)
  const mode = asked.mode ?? now?.mode ?? 'period'
  const not = asked.not ?? now?.not ?? false
  const period = now?.mode === mode ? now.period : undefined
  return mode === 'period' ? wholePanel(filter, not, period) : dayPanel(filter, mode, not, period)
}
