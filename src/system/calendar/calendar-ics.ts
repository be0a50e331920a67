import type { RecordRef } from '../../platform/screens/models.ts'
import type { CalendarAppointment } from './calendar.contract.ts'

/** An appointment with the type of the record that it is: ids of several types are told apart. */
export interface FeedEvent {
  record: string
  appointment: FeedAppointment
}
export type FeedAppointment = Pick<
  CalendarAppointment,
  'id' | 'start_datetime' | 'end_datetime' | 'description' | 'place' | 'room' | 'cancelled'
>

/** RFC 5545 3.3.11: text values escape backslash, semicolon, comma and line breaks, and hold no other control characters. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

/** RFC 5545 3.1: lines longer than 75 octets are folded. */
function fold(line: string): string {
  const parts: string[] = []
  let current = ''
  for (const char of line) {
    if (Buffer.byteLength(current + char) > (parts.length === 0 ? 75 : 74)) {
      parts.push(current)
      current = ''
    }
    current += char
  }
  return [...parts, current].join('\r\n ')
}

export const instant = (epoch: number): string => new Date(epoch * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** By what calendars know a record, in a feed as in a mail: it never changes. */
export const uidOf = ({ type, id }: RecordRef, host: string): string => `${type}-${id}@${host}`

/** A calendar object of these lines, as it is sent and stored. */
export const icsOf = (lines: readonly string[]): string => `${lines.map(fold).join('\r\n')}\r\n`

/** Some programs show what is cancelled like anything else. */
const summaryOf = ({ description, cancelled }: FeedEvent['appointment']): string =>
  `${cancelled ? 'Geannuleerd: ' : ''}${description.replaceAll('\u00AD', '')}`

/** A calendar feed in UTC, which every calendar program shows right without a time zone table. */
export function calendarFeed(shown: FeedEvent[], options: { name: string; host: string; stamp: Date }): string {
  const stamp = instant(options.stamp.getTime() / 1000)
  const events = shown.flatMap(({ record, appointment }) => [
    'BEGIN:VEVENT',
    `UID:${uidOf({ type: record, id: appointment.id }, options.host)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${instant(appointment.start_datetime)}`,
    `DTEND:${instant(appointment.end_datetime)}`,
    `SUMMARY:${escapeText(summaryOf(appointment))}`,
    ...(appointment.room || appointment.place
      ? [`LOCATION:${escapeText([appointment.place, appointment.room].filter(Boolean).join(', '))}`]
      : []),
    `STATUS:${appointment.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Noordkaap//Agenda//NL',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(options.name)}`,
    'X-WR-TIMEZONE:Europe/Amsterdam',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    // What Outlook reads instead.
    'X-PUBLISHED-TTL:PT1H',
    ...events,
    'END:VCALENDAR',
  ]
  return icsOf(lines)
}
