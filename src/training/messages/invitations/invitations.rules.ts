/** What a calendar is told of a part: when it is and where. */
export interface Told {
  starts_at: Date
  ends_at: Date
  place: string
}

/** What the calendar of somebody was told last. */
export interface LastTold extends Told {
  sequence: number
  cancelled: boolean
}

const isSame = (a: Told, b: Told): boolean =>
  a.starts_at.getTime() === b.starts_at.getTime() && a.ends_at.getTime() === b.ends_at.getTime() && a.place === b.place

/**
 * What a calendar is still to be told (RFC 5546, 2.1.4): an update has a higher sequence than what it replaces.
 * @param now as it is for this person; null when there is nothing to go to any more
 * @param repeat says again what is known already, for a mail that always carries it
 */
export function news(
  last: LastTold | null,
  now: Told | null,
  repeat = false,
): { sequence: number; cancelled: boolean } | null {
  if (now === null) return last && !last.cancelled ? { sequence: last.sequence + 1, cancelled: true } : null
  if (last === null) return { sequence: 0, cancelled: false }
  if (last.cancelled || !isSame(last, now)) return { sequence: last.sequence + 1, cancelled: false }
  return repeat ? { sequence: last.sequence, cancelled: false } : null
}
