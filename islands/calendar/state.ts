/** Where the calendar stands: view, day, page, filters and the active appointment. */
import { type AppointmentsAnswer, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { type Filters } from '../shared/filters.ts'
import { stepDay } from './range.ts'

export const LIST_COUNT = 30

export interface CalendarState {
  view: ViewType
  /** The day that decides which month, week or day shows and where the list starts. */
  day: Day
  /** List view only, from 0. */
  page: number
  /** Rows per list page. */
  count: number
  filters: Filters
  activeId: number | null
}

export type CalendarAction =
  | { type: 'view'; view: ViewType }
  | { type: 'step'; direction: 1 | -1 }
  | { type: 'jump'; day: Day }
  | { type: 'open'; view: 'm' | 'w' | 'd'; day: Day }
  | { type: 'filters'; filters: Filters }
  /** Through a saved view; without a kind of view the one of before stays. */
  | { type: 'seen'; view: ViewType | undefined; filters: Filters }
  | { type: 'activate'; id: number }

export function reduce(state: CalendarState, action: CalendarAction): CalendarState {
  switch (action.type) {
    case 'view':
      return { ...state, view: action.view }
    case 'step':
      return step(state, action.direction)
    case 'jump':
      return { ...state, day: action.day, page: 0 }
    case 'open':
      return { ...state, view: action.view, day: action.day, page: 0 }
    case 'filters':
      return { ...state, filters: action.filters, page: 0 }
    case 'seen':
      return { ...state, view: action.view ?? state.view, filters: action.filters, page: 0 }
    case 'activate':
      return { ...state, activeId: action.id }
  }
}

function step(state: CalendarState, direction: 1 | -1): CalendarState {
  if (state.view === 'l') return { ...state, page: Math.max(0, state.page + direction) }
  // Another day is another list, which starts at its first page.
  return { ...state, day: stepDay(state.view, state.day, direction), page: 0 }
}

/** An action (add, edit, remove) is allowed only if the allow attribute names it. */
export function allows(allow: string, action: 'add' | 'edit' | 'remove'): boolean {
  return allow.split(/\s+/).includes(action)
}

/** By the total, which also holds while the next page is still on its way. */
export function hasNextPage({ page, count }: CalendarState, listed: AppointmentsAnswer | null): boolean {
  return listed !== null && (page + 1) * count < listed.total
}
