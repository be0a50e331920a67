import { formatCount } from '../../../../platform/format/format.ts'
import { addDays, instantOf, today, wallClock } from '../../../../platform/format/zone.ts'

interface Span {
  starts_at: Date
  ends_at: Date
}

/** Twenty years: beyond that the week is proposed whatever is closed in it. */
const MOST_WEEKS = 1040

/**
 * When the parts of a planning are held again: on the same days of the week at the same hours, in the first week after
 * both the planning itself and today in which the first part falls on no closed day.
 */
export function datesAgain<P extends Span>(parts: readonly P[], now: Date, isClosed: (day: string) => boolean): P[] {
  const first = parts[0]
  if (!first) return []
  const { day } = wallClock(first.starts_at)
  const inWeeks = (weeks: number) => addDays(day, 7 * weeks)
  let weeks = 1
  while (weeks < MOST_WEEKS && (inWeeks(weeks) <= today(now) || isClosed(inWeeks(weeks)))) weeks++
  const days = 7 * weeks
  return parts.map((part) => ({ ...part, starts_at: later(part.starts_at, days), ends_at: later(part.ends_at, days) }))
}

/** The wall clock stays as it is, also past the end of summer time. */
function later(instant: Date, days: number): Date {
  const { day, time } = wallClock(instant)
  return instantOf(addDays(day, days), time) ?? new Date(instant.getTime() + days * 86_400_000)
}

/**
 * 'Planning 20455 toegevoegd', whom or what it goes without since they are busy then, and what is not right about it.
 * @param found sentences, the worst first
 */
export function duplicatedText(planningId: number, left: string[], found: string[] = []): string {
  const added = `Planning ${planningId} toegevoegd`
  const text = left.length === 0 ? added : `${added} zonder ${left.join(', ')}`
  const [first, ...others] = found
  if (first === undefined) return text
  const more = others.length === 0 ? '' : ` En ${formatCount(others.length, 'andere melding', 'andere meldingen')}.`
  return `${text}. Let op: ${first}${more}`
}
