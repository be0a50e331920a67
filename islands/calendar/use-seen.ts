/** The saved views above the calendar, which are not part of the island: it says how it is looked at, and they say how. */
import { useEffect, useEffectEvent } from 'react'
import { type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type Seen, seenText } from '../../src/system/calendar/seen.contract.ts'
import { type Filters } from '../shared/filters.ts'
import { type CalendarState } from './state.ts'

/** Where the calendar begins: what the address asks for goes before where it was left. */
export const seenAs = (seen: Seen | undefined, state: CalendarState): CalendarState =>
  seen ? { ...state, view: (seen.view as ViewType | undefined) ?? state.view, filters: seen.filters, page: 0 } : state

/** Calls back when another view is opened. Answers how the calendar is looked at, as text. */
export function useSeen(
  { view, filters }: CalendarState,
  onOpened: (view: ViewType | undefined, filters: Filters) => void,
): string {
  const { values, names } = filters
  const text = seenText({ view, filters: { values, names } }).toString()
  const opened = useEffectEvent((event: Event) => {
    const seen = (event as CustomEvent<Seen>).detail
    onOpened(seen.view as ViewType | undefined, seen.filters)
  })
  useEffect(() => {
    document.addEventListener('calendar-view', opened)
    return () => document.removeEventListener('calendar-view', opened)
  }, [])
  // The attribute stands when this runs.
  useEffect(() => void document.dispatchEvent(new CustomEvent('calendar-seen')), [text])
  return text
}
