import { startTransition, useEffect, useState } from 'react'
import { type Judged, type JudgedAnswer } from '../../src/system/calendar/calendar.contract.ts'
import { log } from '../shared/log.ts'
import { fetchJson } from '../shared/platform.ts'
import { rangeOf, secondsOf } from './range.ts'
import { type CalendarState } from './state.ts'

export type JudgedById = ReadonlyMap<number, Judged>

const NONE: JudgedById = new Map()

const isJudged = (value: unknown): value is JudgedAnswer =>
  typeof value === 'object' && value !== null && typeof (value as { judged?: unknown }).judged === 'object'

/**
 * What is not right about what stands in the view: asked when that is there, and again whenever it is. What was known
 * stays until then, so that no mark goes and comes back.
 */
export function useJudged(
  url: string | undefined,
  { view, day }: Pick<CalendarState, 'view' | 'day'>,
  answer: object | null,
): JudgedById {
  const [judged, setJudged] = useState(NONE)
  const { from, to } = secondsOf(rangeOf(view, day))
  const isAsked = url !== undefined && answer !== null && view !== 'l'
  useEffect(() => {
    if (!isAsked) return
    const request = new AbortController()
    fetchJson(`${url}?from=${from}&to=${to}`, { signal: request.signal, failText: '' }).then(
      (found) => {
        if (request.signal.aborted || !isJudged(found)) return
        const byId = new Map(Object.entries(found.judged).map(([id, one]) => [Number(id), one]))
        startTransition(() => setJudged(byId))
      },
      (error: unknown) => {
        if (!request.signal.aborted) log('The judgement of the calendar could not be loaded', error)
      },
    )
    return () => request.abort()
  }, [url, isAsked, answer, from, to])
  return judged
}
