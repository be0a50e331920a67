import { useEffect, useState, type RefObject } from 'react'
import { type AppointmentsAnswer, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { log } from '../shared/log.ts'
import { mergeAsks } from '../shared/merge-asks.ts'
import { onChanged } from '../shared/platform.ts'
import { registerCalendar, setAppointments } from './registry.ts'
import { loadAppointments } from './request.ts'
import { type CalendarState } from './state.ts'

/** A wait shorter than this shows nothing. */
const SLOW_MS = 200

interface Loaded {
  key: string
  view: ViewType
  page: number
  answer: AppointmentsAnswer
}

export interface Appointments {
  /** The latest answer; it stays while the next one is on its way. */
  answer: AppointmentsAnswer | null
  /** The latest answer, where it was given to the list view. */
  listed: AppointmentsAnswer | null
  /** The list page that `listed` is. */
  listedPage: number
  busy: boolean
  /** Busy for so long that it should show. */
  slow: boolean
  failed: boolean
  reload: () => void
}

/**
 * Loads `url` whenever it changes, which aborts an earlier request, and whenever one of these `records` changed somewhere. Every
 * tap on the results screen is such a change, so notices during a request make one more of them, after it.
 */
export function useAppointments(
  element: RefObject<HTMLElement | null>,
  url: string,
  { view, page, records }: Pick<CalendarState, 'view' | 'page'> & { records: readonly string[] },
): Appointments {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failedKey, setFailedKey] = useState('')
  const [slowKey, setSlowKey] = useState('')
  const [notices] = useState(() => mergeAsks(() => setAttempt((count) => count + 1)))
  const key = `${attempt} ${url}`

  useEffect(() => {
    const calendar = element.current!
    const request = new AbortController()
    const unregister = registerCalendar(calendar, (answer) => setLoaded({ key, view, page, answer }))
    const timer = setTimeout(() => setSlowKey(key), SLOW_MS)
    notices.started()
    loadAppointments(url, request.signal).then(
      (answer) => {
        if (request.signal.aborted) return
        setAppointments(calendar, answer)
        notices.settled()
      },
      (error: unknown) => {
        if (request.signal.aborted) return
        log('The appointments could not be loaded', error)
        setFailedKey(key)
        notices.settled()
      },
    )
    return () => {
      request.abort()
      unregister()
      clearTimeout(timer)
    }
  }, [element, key, url, view, page, notices])

  const followed = records.join()
  useEffect(() => onChanged(followed.split(','), () => notices.ask()), [notices, followed])

  const failed = failedKey === key
  const busy = loaded?.key !== key && !failed
  return {
    answer: loaded?.answer ?? null,
    listed: loaded?.view === 'l' ? loaded.answer : null,
    listedPage: loaded?.page ?? 0,
    busy,
    slow: busy && slowKey === key,
    failed,
    reload: () => setAttempt((count) => count + 1),
  }
}
