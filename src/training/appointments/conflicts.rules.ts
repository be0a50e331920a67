import { type Booking, bookingLine } from '../../system/occupations/index.ts'

/** 'Jeroen van Dijk is bezet op de volgende planningen: …; ….' */
export const conflictLine = (name: string, bookings: Booking[]): string =>
  `${name} is bezet op de volgende planningen: ${bookings.map(bookingLine).join('; ')}.`
