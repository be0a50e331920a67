import { wallClock, ZONE } from '../../platform/format/zone.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { escapeText, icsOf, instant, uidOf } from './calendar-ics.ts'

interface Party {
  name: string
  email: string
}

/** What takes place, and who is told of it by whom. */
export interface InvitedTo {
  record: RecordRef
  sequence: number
  cancelled: boolean
  startsAt: Date
  endsAt: Date
  title: string
  place: string
  /** What stands below it: the way there, a link to join. */
  description: string
  organizer: Party
  attendee: Party
}

/** The rules of the zone since 1996, for programs that know it by no name (RFC 5545, 3.6.5). */
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** As a clock in the zone shows it: '20261127T083000'. */
function local(at: Date): string {
  const { day, time } = wallClock(at)
  return `${day.replaceAll('-', '')}T${time.replace(':', '')}00`
}

/** A value of a parameter, which cannot hold quotes (RFC 5545, 3.2). */
const quoted = (text: string): string => `"${text.replace(/["\p{Cc}]/gu, '')}"`

const partyLine = (name: string, { name: cn, email }: Party, more = ''): string =>
  `${name};CN=${quoted(cn)}${more}:mailto:${email.replace(/[\p{Cc}\s]/gu, '')}`

/** What a mail carries so that a calendar takes it up, moves it or lets it go (RFC 5546, 3.2.2 and 3.2.5). */
export function invitationText(what: InvitedTo, { host, stamp }: { host: string; stamp: Date }): string {
  const { cancelled, organizer, attendee } = what
  return icsOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Noordkaap//Agenda//NL',
    'CALSCALE:GREGORIAN',
    `METHOD:${cancelled ? 'CANCEL' : 'REQUEST'}`,
    ...TIME_ZONE,
    'BEGIN:VEVENT',
    `UID:${uidOf(what.record, host)}`,
    `SEQUENCE:${what.sequence}`,
    `DTSTAMP:${instant(stamp.getTime() / 1000)}`,
    `DTSTART;TZID=${ZONE}:${local(what.startsAt)}`,
    `DTEND;TZID=${ZONE}:${local(what.endsAt)}`,
    `SUMMARY:${escapeText(what.title)}`,
    ...(what.place ? [`LOCATION:${escapeText(what.place)}`] : []),
    ...(what.description ? [`DESCRIPTION:${escapeText(what.description)}`] : []),
    partyLine('ORGANIZER', organizer),
    partyLine('ATTENDEE', attendee, ';ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE'),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ])
}
