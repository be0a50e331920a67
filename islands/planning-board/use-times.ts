import { useEffect, useEffectEvent, useState } from 'react'
import { type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import {
  minutesOf,
  OVERLAPS,
  overlapsAny,
  withEnd,
  withStart,
} from '../../src/inspections/planning/visits/board-times.contract.ts'
import { maskTime } from '../../src/platform/format/time-mask.ts'
import { flash } from '../shared/platform.ts'
import { keyOf, laneOf, placeOf, putAt, type Place } from './drafts.ts'
import { othersOn, type Lane } from './model.ts'

/** A planning is checked so long after the last change. */
const CHECK_AFTER_MS = 1000

/** What is typed and not checked yet. */
export interface Typed {
  start_time: string
  end_time: string
  lane: number
  date: string
}

const typedOf = (visit: BoardVisit): Typed => ({
  start_time: visit.start_time,
  end_time: visit.end_time,
  lane: laneOf(visit),
  date: visit.date,
})

/** What is typed as a time, in full; null for what is none. */
const readTime = (text: string): string | null => {
  const time = maskTime(text)
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null
}

/** Where it would stand as it is typed; null for times that are none. */
export function placeTyped(visit: BoardVisit, { start_time, end_time, lane, date }: Typed): Place | null {
  const [start, end] = [readTime(start_time), readTime(end_time)]
  if (start === null || end === null) return null
  let { span } = placeOf(visit)
  if (start !== visit.start_time) span = withStart(span, minutesOf(start))
  if (end !== visit.end_time) span = withEnd(span, minutesOf(end))
  return { lane, date, span }
}

export const overlaps = (visit: BoardVisit, { lane, date, span }: Place, lanes: readonly Lane[]): boolean =>
  overlapsAny(span, othersOn(lanes, lane, date, keyOf(visit)))

interface TimesOptions {
  visit: BoardVisit
  lanes: readonly Lane[]
  /** What is planned on its day is not known yet. */
  busy: boolean
  save: (visit: BoardVisit) => void
}

/** The fields of a draft: what is typed is checked once that rests, and put back when it overlaps another. */
export function useTimes({ visit, lanes, busy, save }: TimesOptions) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const check = useEffectEvent(() => {
    if (typed === null) return
    const place = placeTyped(visit, typed)
    setTyped(null)
    if (place === null) return
    if (overlaps(visit, place, lanes)) flash(OVERLAPS, 'warning')
    else save(putAt(visit, place))
  })
  useEffect(() => {
    if (typed === null || busy) return
    const timer = setTimeout(check, CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, busy])
  const shown = typed ?? typedOf(visit)
  return { shown, isChecking: typed !== null, type: (next: Partial<Typed>) => setTyped({ ...shown, ...next }) }
}
