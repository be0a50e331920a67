import { type Booking, bookingLine, periodText } from './occupations.rules.ts'

interface Conflict extends Booking {
  away?: boolean
  /** That somebody is away is all there is to say. */
  plain?: boolean
}

const awayLine = (booking: Conflict): string => (booking.plain === true ? periodText(booking) : bookingLine(booking))

/**
 * 'Jeroen van Dijk is bezet op de volgende planningen: …; ….' and 'Jeroen van Dijk is niet beschikbaar: 19-11-2026.',
 * as far as each is so.
 */
export function conflictLine(name: string, bookings: Conflict[]): string {
  const planned = bookings.filter(({ away }) => away !== true)
  const away = bookings.filter((booking) => booking.away === true)
  return [
    planned.length > 0 && `${name} is bezet op de volgende planningen: ${planned.map(bookingLine).join('; ')}.`,
    away.length > 0 && `${name} is niet beschikbaar: ${away.map(awayLine).join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
