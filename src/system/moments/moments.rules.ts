import { addDays, alarmAt, wallClock } from '../../platform/format/zone.ts'

/** When a message goes, from what it is relative to: its day, so many days on (or back), at a time of the day. */
export interface Timing {
  days: number
  /** 'HH:mm' in Amsterdam; null: at once, whatever time it is. */
  at: string | null
}

/** A message that could not go when it was due goes later, unless what it is about is over, or this long has passed. */
const STILL_SENSIBLE_MS = 7 * 86_400_000

/** A message that is due so many hours after one that tells the same as well, or before it, is not sent beside it. */
export const CARRIED_HOURS = 24

/** When a message is due about what is at `anchor`. */
export const dueAt = ({ days, at }: Timing, anchor: Date): Date =>
  at === null ? anchor : alarmAt(addDays(wallClock(anchor).day, days), at)

/** Messages about what is before this instant are due at `now`, and those about anything later are not. */
export function dueBefore({ days, at }: Timing, now: Date): Date {
  if (at === null) return new Date(now.getTime() + 1)
  const { day } = wallClock(now)
  const lastDay = alarmAt(day, at) <= now ? day : addDays(day, -1)
  return alarmAt(addDays(lastDay, 1 - days), '00:00')
}

/** Messages about what is at this instant or later are due at `from` or later, and those about anything earlier before. */
const dueFrom = (timing: Timing, from: Date): Date => dueBefore(timing, new Date(from.getTime() - 1))

/** About what is from `from` to before `to` messages are due now. */
export interface DueWindow {
  from: Date
  to: Date
  /** What lies before this was due before the moment was there; it is passed over, but for who came in since. */
  since: Date
}

/**
 * What is due at `now`, as instants of what messages are relative to. What is told beforehand is told until it begins, so
 * that who comes in late still hears of it; what is told afterwards goes at most a week late.
 * @param since when the moment began to count: what was due before never goes
 */
export function windowOf(timing: Timing, { side, now, since }: { side: Side; now: Date; since: Date }): DueWindow {
  const earliest = new Date(Math.max(since.getTime(), now.getTime() - STILL_SENSIBLE_MS))
  return {
    from: side === 'before' ? now : dueFrom(timing, earliest),
    to: dueBefore(timing, now),
    since: dueFrom(timing, since),
  }
}

/** On which side of what it is relative to a message goes. */
export type Side = 'before' | 'after'

const dayCount = (days: number): string => (days === 1 ? '1 dag' : `${days} dagen`)

/** '7 dagen voor het begin, om 09:00'; 'direct na inschrijving'. */
export function timingText({ days, at }: Timing, { side, words }: { side: Side; words: string }): string {
  const what = `${side === 'before' ? 'voor' : 'na'} ${words}`
  if (at === null) return `direct ${what}`
  return `${days === 0 ? `op de dag van ${words}` : `${dayCount(Math.abs(days))} ${what}`}, om ${at}`
}

interface Progress {
  told: number
  unsent: number
  waiting: number
  missing: number
  stopped: boolean
  /** When it goes, where all in a scope share that; and in words. */
  due: Date | null
  at: string
  now: Date
}

/** How a moment stands in one scope: its state, and a sentence with what comes, came and cannot come. */
export function stateText({ told, unsent, waiting, missing, stopped, due, at, now }: Progress) {
  const people = (count: number) => (count === 1 ? '1 persoon' : `${count} personen`)
  const comes = due === null ? '' : due > now ? `Gaat op ${at}` : `Moment was ${at}`
  const sentences = [
    stopped ? '' : waiting > 0 && comes !== '' && due! > now ? `${comes} naar ${people(waiting)}` : comes,
    told > unsent ? `Verstuurd aan ${people(told - unsent)}` : '',
    unsent > 0 ? `Niet verstuurd aan ${people(unsent)}, zie Berichten` : '',
    missing > 0 ? `${people(missing)} zonder e-mailadres` : '',
  ]
  return { state: statusOf({ told, unsent, stopped, due, now }), told: sentences.filter(Boolean).join(' · '), stopped }
}

function statusOf({ told, unsent, stopped, due, now }: Omit<Progress, 'waiting' | 'missing' | 'at'>) {
  if (stopped) return { label: 'Gestopt', css: 'st-concept' }
  if (due === null) return { label: 'Loopt', css: 'st-planned' }
  if (due > now) return { label: 'Gepland', css: 'st-planned' }
  if (told > 0 && told <= unsent) return { label: 'Niet verstuurd', css: 'st-cancelled' }
  return told > 0 ? { label: 'Verstuurd', css: 'st-confirmed' } : { label: 'Voorbij', css: 'st-concept' }
}
