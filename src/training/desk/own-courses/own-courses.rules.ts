import { epochSeconds, today as dayOf, wallClock } from '../../../platform/format/zone.ts'
import { formatDate, formatNearDay, formatTime } from '../../../platform/format/format.ts'
import { mapLink } from '../../../relations/naming/index.ts'
import { formatDuration } from '../../catalogue/courses/index.ts'
import { isComplete, standText } from '../../proof/drivers/index.ts'
import { distanceText } from '../../day/today/index.ts'
import type { OwnPart } from './own-courses.queries.ts'

function dayLine(part: OwnPart, now: Date) {
  const [weekday, date] = formatNearDay(part.starts_at).split(' ') as [string, string]
  return {
    weekday,
    date,
    title: part.description,
    text: `${formatDate(part.starts_at)}, ${formatTime(part.starts_at)}–${formatTime(part.ends_at)}`,
    cancelled: part.cancelled,
    over: part.ends_at <= now,
  }
}

/** Where its parts are held, each place once: that of the next part in front, and where all is over behind. */
function placesOf(parts: readonly OwnPart[], now: Date) {
  const held = parts.filter(({ cancelled }) => !cancelled)
  const isOver = ({ ends_at }: OwnPart) => ends_at <= now
  const byNext = [...held.filter((part) => !isOver(part)), ...held.filter(isOver)]
  return [...Map.groupBy(byNext, ({ address, room }) => `${address}|${room}`).values()].map((there) => {
    // An online part has a link of its own: that of the next one counts.
    const { id, address, room, join_url } = there[0]!
    return {
      id,
      address,
      room,
      route: address === '' ? null : mapLink(address),
      joinUrl: join_url,
      // Where it is held in several places each says for which part.
      what:
        there.length === held.length
          ? ''
          : held
              .filter((part) => there.includes(part))
              .map(({ description }) => description)
              .join(', '),
    }
  })
}

function courseModel(parts: readonly OwnPart[], now: Date) {
  const held = parts.filter(({ cancelled }) => !cancelled)
  const next = held.find(({ ends_at }) => ends_at > now)
  const isCancelled = next === undefined && held.length < parts.length
  return {
    id: parts[0]!.id,
    title: parts[0]!.course,
    when: next ? distanceText(wallClock(next.starts_at).day, dayOf(now)) : isCancelled ? 'Geannuleerd' : 'Afgelopen',
    isCancelled,
    days: parts.map((part) => dayLine(part, now)),
    places: isCancelled ? [] : placesOf(parts, now),
    bring: isCancelled ? '' : (parts[0]!.bring ?? ''),
    startsAt: (next ?? parts[0]!).starts_at.getTime(),
  }
}
export type CourseCard = ReturnType<typeof courseModel>

/** What a person is enrolled in, a card per planning, what comes first on top. */
export const ownCoursesModel = (parts: readonly OwnPart[], now: Date): CourseCard[] =>
  [...Map.groupBy(parts, ({ group_id }) => group_id).values()]
    .map((of) => courseModel(of, now))
    .sort((a, b) => a.startsAt - b.startsAt || a.id - b.id)

/** As a calendar takes it up, by the id that its mails and its feed have too. */
export const eventOf = (part: OwnPart) => ({
  record: 'appointment',
  appointment: {
    id: part.id,
    start_datetime: epochSeconds(part.starts_at),
    end_datetime: epochSeconds(part.ends_at),
    description: part.description === part.course ? part.course : `${part.course}: ${part.description}`,
    place: part.address || (part.join_url ?? ''),
    room: part.room,
    cancelled: part.cancelled,
  },
})

interface Credit {
  description: string
  minutes: number
  counted_on: string
}

/** What a driver has for code 95, and until when it holds. */
export function driverModel(
  { valid_until, stand }: { valid_until: string; stand: Parameters<typeof isComplete>[0] },
  credits: readonly Credit[],
  day: string,
) {
  const complete = isComplete(stand)
  return {
    light: complete ? '' : valid_until < day ? 'light--late' : 'light--soon',
    stand: standText(stand),
    state: complete ? 'Compleet' : 'Uren tekort',
    until: `${valid_until < day ? 'Verlopen op' : 'Geldig tot en met'} ${formatDate(valid_until)}`,
    credits: credits.map(({ description, minutes, counted_on }) => ({
      description,
      text: `${formatDate(counted_on)} · ${formatDuration(minutes)}`,
    })),
  }
}
