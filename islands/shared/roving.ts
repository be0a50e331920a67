/** The calendar is one stop for Tab; inside it the arrow keys walk over days and appointments. */

export interface Stop {
  day: number
  /** Place within the day; a day's own button comes first with -1. */
  minute: number
}

export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

export function isArrow(key: string): key is ArrowKey {
  return key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight'
}

export function inOrder(a: Stop, b: Stop): number {
  return a.day - b.day || a.minute - b.minute
}

/**
 * Index of the stop that an arrow leads to, or -1 at the edge; the stops are in order. Up and down stay within the day, in reading order; left
 * and right take the nearest day that has a stop, and there the one closest in time.
 */
export function nextStop(stops: readonly Stop[], current: number, key: ArrowKey): number {
  const here = stops[current]
  if (!here) return -1
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = current + (key === 'ArrowDown' ? 1 : -1)
    return stops[next]?.day === here.day ? next : -1
  }
  const direction = key === 'ArrowRight' ? 1 : -1
  let best = -1
  for (const [index, stop] of stops.entries()) {
    const ahead = (stop.day - here.day) * direction
    if (ahead <= 0) continue
    const found = stops[best]
    const nearer = !found || ahead < (found.day - here.day) * direction
    const sameDay = found?.day === stop.day
    if (nearer || (sameDay && Math.abs(stop.minute - here.minute) < Math.abs(found.minute - here.minute))) best = index
  }
  return best
}
