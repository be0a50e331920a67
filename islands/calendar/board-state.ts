/** The board stands at the day and filters of the calendar; its own view is kept beside them. */
import { type CookieJar, cookies } from '../shared/platform.ts'
import { restoreState } from './cookies.ts'
import { type CalendarState } from './state.ts'
import { isPhone } from './use-phone.ts'

const VIEW_COOKIE = 'board-type'
/** Day and filters are those of the calendar; which view it has stays its own. */
export function sharedJar(): CookieJar {
  const jar = cookies()
  const own: Record<string, string> = { 'calendar-type': VIEW_COOKIE, list_params: '' }
  return {
    get: (name) => (own[name] === undefined ? jar.get(name) : own[name] === '' ? null : jar.get(own[name])),
    set: (name, value) => {
      if (own[name] !== '') jar.set(own[name] ?? name, value)
    },
  }
}

export function firstState(today: number): CalendarState {
  const state = restoreState(sharedJar(), { today, phone: false })
  const saved = cookies().get(VIEW_COOKIE)
  return { ...state, view: saved === 'w' || saved === 'd' ? saved : isPhone() ? 'd' : 'w' }
}
