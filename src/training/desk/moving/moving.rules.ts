import { formatCount, formatShortDay, formatTime } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { type Span, overlaps } from '../../../system/occupations/index.ts'
import type { MoveLine } from '../../../system/calendar/points.ts'
import { unreadOf } from '../../../relations/bookings/index.ts'
import type { Finding } from '../../planning/appointments/index.ts'

interface Part extends Span {
  description: string
}

/** What a copy is, whatever became of what it is a copy of. */
export const statusOfCopy = (status: string) => (status === 'option' ? 'option' : 'planned')

/** 'Anouk, Bas en Cem'. */
export const enumerate = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} en ${names.at(-1)}`

/** 'do 03-12, 18:30–21:30', with the day of the end where that is another one. */
export function whenText({ starts_at, ends_at }: Span, now: Date): string {
  const day = formatShortDay(starts_at, now)
  const isSameDay = wallClock(starts_at).day === wallClock(ends_at).day
  return isSameDay
    ? `${day}, ${formatTime(starts_at)}–${formatTime(ends_at)}`
    : `${day} ${formatTime(starts_at)} – ${formatShortDay(ends_at, now)} ${formatTime(ends_at)}`
}

/** What was done to a part: whose begin or end stays was made longer or shorter, and not moved. */
export function movedText(before: Part, after: Span, when: string): string {
  const begins = after.starts_at.getTime() - before.starts_at.getTime()
  const ends = after.ends_at.getTime() - before.ends_at.getTime()
  if ((begins === 0) === (ends === 0)) return `${before.description} verplaatst naar ${when}`
  return `${before.description} ${ends > begins ? 'verlengd' : 'ingekort'}: ${when}`
}

/** Own times within a part go along with its begin. */
export function alongWith<R extends { starts_at: Date | null; ends_at: Date | null }>(row: R, by: number): R {
  const moved = (at: Date | null) => at && new Date(at.getTime() + by)
  return { ...row, starts_at: moved(row.starts_at), ends_at: moved(row.ends_at) }
}

const placeOf = (part: Part, others: readonly Part[]) => others.filter((other) => other.starts_at < part.starts_at)

/**
 * What becomes of the other parts of the planning: whether they keep their order, and whether one is at the same time.
 * `before` is the part as it was.
 */
export function siblingLines(before: Part, after: Part, siblings: readonly Part[], now: Date): MoveLine[] {
  if (siblings.length === 0) return []
  const named = (part: Part) => `${part.description} (${whenText(part, now)})`
  const same = siblings.filter((other) => overlaps(other, after))
  if (same.length > 0)
    return [{ tone: 'orange', text: `Valt samen met ${enumerate(same.map(named))} van dezelfde planning.` }]
  const [was, is] = [placeOf(before, siblings), placeOf(after, siblings)]
  const passed = siblings.filter((other) => was.includes(other) !== is.includes(other))
  if (passed.length === 0) {
    const others = formatCount(siblings.length, 'het andere onderdeel', 'andere onderdelen').replace('1 het', 'het')
    return [{ tone: 'good', text: `De volgorde met ${siblings.length > 1 ? 'de ' : ''}${others} blijft.` }]
  }
  const side = is.length < was.length ? 'vóór' : 'na'
  return [{ tone: 'orange', text: `De volgorde verandert: dit komt ${side} ${enumerate(passed.map(named))}.` }]
}

/** From the first to the last part of the planning, where this one falls outside what that was. */
export function periodLine(before: Part, after: Part, siblings: readonly Part[], now: Date): MoveLine[] {
  if (siblings.length === 0) return []
  const day = ({ starts_at }: Span) => wallClock(starts_at).day
  const days = [before, ...siblings].map(day).sort()
  if (day(after) >= days[0]! && day(after) <= days.at(-1)!) return []
  const parts = [after, ...siblings].toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  const [first, last] = [parts[0]!, parts.at(-1)!].map(({ starts_at }) => formatShortDay(starts_at, now))
  return [{ tone: 'plain', text: `De planning loopt dan van ${first} t/m ${last}.` }]
}

/** Days on which nothing is planned of itself, and what is over already. */
export function dayLines(after: Span, closed: Readonly<Record<string, string>>, now: Date): MoveLine[] {
  const lines = Object.entries(closed).map(([day, name]): MoveLine => {
    const at = new Date(`${day}T12:00:00Z`)
    return { tone: 'orange', text: `Op ${formatShortDay(at, now)} is het ${name}.` }
  })
  return after.ends_at <= now ? [...lines, { tone: 'orange', text: 'Dit ligt in het verleden.' }] : lines
}

/** What takes them is told one by one, so that each can say whether it came after it was read. */
function linesOf({ tone, text, conflicts }: Finding, read: readonly string[]): MoveLine[] {
  if (conflicts === undefined) return [{ tone, text }]
  const unread = read.length > 0 ? unreadOf(conflicts, read) : []
  return conflicts.map((one) => ({ tone, text: one.text, ...(unread.includes(one) ? { isNew: true } : {}) }))
}

/** The judgement as lines; where there is nothing to say of who and what it takes, that they are free. */
export function judgedLines(
  findings: readonly Finding[],
  names: readonly string[],
  read: readonly string[] = [],
): MoveLine[] {
  if (findings.length > 0) return findings.flatMap((finding) => linesOf(finding, read))
  if (names.length === 0) return []
  return [{ tone: 'good', text: `${enumerate(names)} ${names.length === 1 ? 'is' : 'zijn'} dan vrij.` }]
}

/** How many mails these are, each by the name of its message. */
export const mailsIn = (mails: readonly { mails: number }[]): number => mails.reduce((sum, one) => sum + one.mails, 0)

/** Who is concerned, and what goes to them by itself. */
export function toldLines(
  { students, names }: { students: number; names: readonly string[] },
  mails: readonly { template: string; mails: number }[],
): MoveLine[] {
  const people = [...(students > 0 ? [formatCount(students, 'cursist', 'cursisten')] : []), ...names]
  if (people.length === 0) return []
  const count = mailsIn(mails)
  const sent =
    count === 0
      ? 'Er gaat vanzelf geen bericht.'
      : `Er ${count === 1 ? 'gaat' : 'gaan'} vanzelf ${formatCount(count, 'bericht', 'berichten')}: ${mails.map(({ template }) => template).join(', ')}.`
  return [{ tone: 'told', text: `Dit raakt ${enumerate(people)}. ${sent}` }]
}

const ORDER: MoveLine['tone'][] = ['red', 'orange', 'good', 'plain', 'told']

/** What is not well first, who hears of it last. */
export const inOrder = (lines: readonly MoveLine[]): MoveLine[] =>
  lines.toSorted((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone))
