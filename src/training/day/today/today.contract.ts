/** What the day of a teacher says of time; the server draws it, the browser keeps it true while the page stands. */

export type Phase = 'soon' | 'now' | 'over'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function phaseOf(startsAt: number, endsAt: number, now: number): Phase {
  if (now < startsAt) return 'soon'
  return now < endsAt ? 'now' : 'over'
}

/** 'Begint over 25 min', 'Bezig', 'Afgelopen'; of what begins on another day the page says which. Instants in ms. */
export function phaseText(startsAt: number, endsAt: number, now: number): string {
  const phase = phaseOf(startsAt, endsAt, now)
  if (phase !== 'soon') return phase === 'now' ? 'Bezig' : 'Afgelopen'
  const left = startsAt - now
  if (left < HOUR) return `Begint over ${Math.max(1, Math.round(left / MINUTE))} min`
  return `Begint over ${Math.round(left / HOUR)} uur`
}
