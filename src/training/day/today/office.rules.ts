import { formatCount, formatTime } from '../../../platform/format/format.ts'
import { addDays, today as dayOf, wallClock } from '../../../platform/format/zone.ts'
import { LACKING } from '../../planning/appointments/index.ts'
import type { OfficePart } from './office.queries.ts'

interface Wrong {
  tone: 'red' | 'orange'
  text: string
}
/** More stands at the part itself. */
const MOST_WRONG = 2

/** What is wrong with a part while it can still be mended: red as the calendar judges it, before what is lacking. */
function wrongOf({ lacks_teacher, lacks_place, findings, ends_at }: OfficePart, now: Date): Wrong[] {
  if (ends_at <= now) return []
  const lacking = [...(lacks_teacher ? [LACKING.no_teacher] : []), ...(lacks_place ? [LACKING.no_room] : [])]
  const all = [
    ...lacking.map((text): Wrong => ({ tone: 'orange', text })),
    ...findings.map(({ tone, text }): Wrong => ({ tone, text })),
  ].toSorted((a, b) => Number(b.tone === 'red') - Number(a.tone === 'red'))
  const rest = all.length - MOST_WRONG
  return rest <= 0 ? all : [...all.slice(0, MOST_WRONG), { tone: all[MOST_WRONG]!.tone, text: `En nog ${rest}` }]
}

function line(part: OfficePart, now: Date) {
  const { id, course, description, starts_at, ends_at, taken, max_count, place, teachers } = part
  return {
    id,
    title: course === description ? course : `${course}, ${description}`,
    from: formatTime(starts_at),
    until: formatTime(ends_at),
    isOver: ends_at <= now,
    isOwn: part.is_own,
    status: { label: part.status_label, css: part.status_css },
    text: [`${taken}/${max_count}`, ...teachers, ...(place ? [place] : [])].join(' · '),
    wrong: wrongOf(part, now),
  }
}

/** The day of the office: what is given today and tomorrow; what somebody gives themselves stands first. */
export function officeModel(parts: readonly OfficePart[], now: Date) {
  const tomorrow = addDays(dayOf(now), 1)
  const lines = (some: readonly OfficePart[]) =>
    some.toSorted((a, b) => Number(b.is_own) - Number(a.is_own)).map((part) => line(part, now))
  // What began before today and goes on stands with today.
  const isLater = ({ starts_at }: OfficePart) => wallClock(starts_at).day >= tomorrow
  return {
    days: [
      { label: 'Vandaag', lines: lines(parts.filter((part) => !isLater(part))) },
      { label: 'Morgen', lines: lines(parts.filter(isLater)) },
    ],
    more: moreText((parts[0]?.total ?? 0) - parts.length),
  }
}

const moreText = (count: number): string | null =>
  count > 0 ? `En nog ${formatCount(count, 'onderdeel', 'onderdelen')} in de agenda` : null
