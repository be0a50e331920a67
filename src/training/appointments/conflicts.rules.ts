import { type Booking, bookingLine, periodText } from '../../system/occupations/index.ts'

/** What others read of somebody's absence; the sentence around it says so already. */
const ABSENT = 'Niet beschikbaar'

const awayLine = (booking: Booking): string =>
  booking.description === ABSENT ? periodText(booking) : bookingLine(booking)

/**
 * 'Jeroen van Dijk is bezet op de volgende planningen: …; ….' and 'Jeroen van Dijk is niet beschikbaar: 19-11-2026.',
 * as far as each is so.
 */
export function conflictLine(name: string, bookings: (Booking & { away?: boolean })[]): string {
  const planned = bookings.filter(({ away }) => away !== true)
  const away = bookings.filter((booking) => booking.away === true)
  return [
    planned.length > 0 && `${name} is bezet op de volgende planningen: ${planned.map(bookingLine).join('; ')}.`,
    away.length > 0 && `${name} is niet beschikbaar: ${away.map(awayLine).join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
