/** Asks the server for what a view shows and hands the answer to the calendar. */
import { type AppointmentsAnswer } from '../../src/system/calendar/calendar.contract.ts'
import { fetchJson } from '../shared/platform.ts'
import { narrowing } from '../shared/filters.ts'
import { rangeOf, secondsOf } from './range.ts'
import { type CalendarState } from './state.ts'

export function appointmentsUrl(dataUrl: string, state: CalendarState): string {
  const { view, day, page, count, filters } = state
  const { from, to } = secondsOf(rangeOf(view, day))
  const query = new URLSearchParams({ type: view, from: String(from), to: String(to), ...narrowing(filters.values) })
  if (view === 'l') {
    query.set('count', String(count))
    query.set('page', String(page))
  }
  return withQuery(dataUrl, query)
}

/** The add wizard for the moment that was clicked. */
export function addItemUrl(addUrl: string, epoch: number, view: CalendarState['view']): string {
  return withQuery(addUrl, new URLSearchParams({ datetime: String(epoch), type: view }))
}

function withQuery(url: string, query: URLSearchParams): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query.toString()}`
}

export async function loadAppointments(url: string, signal: AbortSignal): Promise<AppointmentsAnswer> {
  const answer = await fetchJson(url, { signal })
  if (!isAnswer(answer)) throw new TypeError('The calendar got something else than appointments')
  return answer
}

/** The server validates against the contract; here it is enough to know that an answer of this call came back. */
function isAnswer(value: unknown): value is AppointmentsAnswer {
  return (
    typeof value === 'object' && value !== null && Array.isArray((value as { appointments?: unknown }).appointments)
  )
}
