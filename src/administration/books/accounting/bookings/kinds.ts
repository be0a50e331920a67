/** How a booking stands, what waits in front. */
export const BOOKING_STATES = {
  waiting: { label: 'Wacht', css: 'st-concept' },
  booking: { label: 'Wordt geboekt', css: 'st-option' },
  booked: { label: 'Geboekt', css: 'st-confirmed' },
  failed: { label: 'Boekfout', css: 'st-cancelled' },
} as const
