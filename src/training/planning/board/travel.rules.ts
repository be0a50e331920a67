import { wallClock } from '../../../platform/format/zone.ts'
import type { BoardTravel } from './board.contract.ts'

interface Stop {
  id: number
  start_datetime: number
  end_datetime: number
  lanes: readonly number[]
  /** Where it is; null for what is in no room. */
  establishment: number | null
}

const dayOf = (seconds: number): string => wallClock(new Date(seconds * 1000)).day

/**
 * The ways that people go between what they give on one day: from where one ends to where the next begins, with how many
 * minutes there are too few.
 */
export function travelOf(
  stops: readonly Stop[],
  minutesBetween: (one: number, other: number) => number | null,
): BoardTravel[] {
  const byLane = new Map<number, Stop[]>()
  for (const stop of stops)
    for (const lane of stop.lanes) if (lane > 0) byLane.set(lane, [...(byLane.get(lane) ?? []), stop])
  return [...byLane].flatMap(([lane, own]) => {
    const inOrder = own.toSorted((a, b) => a.start_datetime - b.start_datetime)
    return inOrder.slice(1).flatMap((next, i): BoardTravel[] => {
      const last = inOrder[i]!
      const { establishment: here } = last
      if (here === null || next.establishment === null || here === next.establishment) return []
      if (dayOf(last.end_datetime) !== dayOf(next.start_datetime)) return []
      const minutes = minutesBetween(here, next.establishment)
      if (minutes === null) return []
      const short = Math.max(0, minutes - Math.floor((next.start_datetime - last.end_datetime) / 60))
      return [{ lane, after: last.id, before: next.id, minutes, short }]
    })
  })
}
