import { formatCount, formatDayAndHours, formatNearDay, formatTime } from '../../../platform/format/format.ts'
import { addDays, today as dayOf, wallClock } from '../../../platform/format/zone.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { type Phase, phaseOf, phaseText } from './today.contract.ts'
import type { DayEntry } from '../../../system/calendar/points.ts'
import type { LeftOpen, OwnPart } from './today.queries.ts'

/** 'BHV basis' and 'Praktijk'; a course of one part is named once. */
const titleOf = ({ course, description }: { course: string; description: string }): [string, string] => [
  course,
  description === course ? '' : description,
]

/** '2 voor het eerst, 1 met een opmerking'. */
export const peopleText = ({ novices, noted }: Pick<OwnPart, 'novices' | 'noted'>): string =>
  [...(novices > 0 ? [`${novices} voor het eerst`] : []), ...(noted > 0 ? [`${noted} met een opmerking`] : [])].join(
    ', ',
  )

/** '9 cursisten', 'vol', or that nobody is enrolled yet. */
const placesText = (part: OwnPart): string => {
  if (part.enrolled_count === 0) return 'nog geen cursisten'
  const full = part.enrolled_count + part.reserved_count >= part.max_count
  return `${formatCount(part.enrolled_count, 'cursist', 'cursisten')}${full ? ', vol' : ''}`
}

/** 'Morgen', 'Over 4 dagen'. */
export function distanceText(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days <= 0) return 'Vandaag'
  return days === 1 ? 'Morgen' : `Over ${days} dagen`
}

function card(part: OwnPart, now: Date) {
  const [title, subtitle] = titleOf(part)
  const { day } = wallClock(part.starts_at)
  const isToday = day <= dayOf(now)
  const at = [part.starts_at.getTime(), part.ends_at.getTime()] as const
  const [date, hours] = formatDayAndHours(part.starts_at, part.ends_at)
  const phase: Phase = phaseOf(...at, now.getTime())
  return {
    kind: 'part' as const,
    id: part.id,
    title,
    subtitle,
    when: isToday ? hours : `${date}, ${hours}`,
    isToday,
    phase,
    chip: isToday ? phaseText(...at, now.getTime()) : distanceText(day, dayOf(now)),
    startsAt: at[0],
    endsAt: at[1],
    isOption: part.status === 'option',
    address: part.address,
    room: part.room,
    route: part.address === '' ? null : mapLink(part.address),
    joinUrl: part.join_url,
    people: formatCount(part.enrolled_count, 'cursist', 'cursisten'),
    isEmpty: part.enrolled_count === 0,
    peopleText: peopleText(part),
    note: part.note,
    checklist: isToday ? part.checklist : null,
    open: part.open,
  }
}
export type Card = ReturnType<typeof card>

/** Something else that the viewer does today, among the parts by its time. */
function entryCard({ startsAt, endsAt, ...entry }: DayEntry, now: Date) {
  const at = [startsAt.getTime(), endsAt.getTime()] as const
  const phase: Phase = entry.isDone ? 'over' : phaseOf(...at, now.getTime())
  return {
    ...entry,
    kind: 'entry' as const,
    when: formatDayAndHours(startsAt, endsAt)[1],
    phase,
    chip: entry.isDone ? 'Afgerond' : phaseText(...at, now.getTime()),
    startsAt: at[0],
    endsAt: at[1],
  }
}

function comingLine(part: OwnPart) {
  const [title, subtitle] = titleOf(part)
  const [weekday, date] = formatNearDay(part.starts_at).split(' ') as [string, string]
  return {
    id: part.id,
    weekday,
    date,
    title: subtitle === '' ? title : `${title}, ${subtitle}`,
    text: [
      ...(part.status === 'option' ? ['Optie'] : []),
      `${formatTime(part.starts_at)}–${formatTime(part.ends_at)}`,
      ...(part.city === '' ? [] : [part.city]),
      placesText(part),
    ].join(' · '),
  }
}

function openLine(part: LeftOpen) {
  const [title, subtitle] = titleOf(part)
  const where = [
    subtitle === '' ? title : `${title}, ${subtitle}`,
    formatNearDay(part.starts_at),
    ...(part.city === '' ? [] : [part.city]),
  ].join(' · ')
  return {
    id: part.id,
    where,
    results: part.open === 0 ? null : `${formatCount(part.open, 'resultaat', 'resultaten')} open`,
    checklist: part.checklist,
  }
}

/** Beyond this a day is looked up in the calendar. */
export const MOST_PARTS = 14

/** The day of a teacher: cards for today, or for what comes next; what is left of days before; the days that come. */
export function dayModel(
  parts: readonly OwnPart[],
  left: readonly LeftOpen[],
  entries: readonly DayEntry[],
  now: Date,
) {
  const tomorrow = addDays(dayOf(now), 1)
  const ofToday = parts.filter(({ starts_at }) => wallClock(starts_at).day < tomorrow)
  const next = ofToday.length > 0 ? ofToday : parts.slice(0, 1)
  const cards = next.map((part) => card(part, now))
  // Presence is taken where people are now, else where they come next, else where they were last.
  const held = cards.filter(({ isToday, isOption, isEmpty }) => isToday && !isOption && !isEmpty)
  const bar = held.find(({ phase }) => phase !== 'over') ?? held.findLast(({ open }) => open > 0) ?? null
  return {
    cards: [...cards, ...entries.map((entry) => entryCard(entry, now))].sort((a, b) => a.startsAt - b.startsAt),
    isFree: ofToday.length + entries.length === 0,
    bar,
    coming: parts.filter((part) => !next.includes(part)).map(comingLine),
    left: left.map(openLine),
    more: (left[0]?.total ?? 0) - left.length,
  }
}
export type DayModel = ReturnType<typeof dayModel>
