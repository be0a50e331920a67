import { formatPeriod } from '../../platform/format/format.ts'

/** Something that takes up a person or a room; half open, so one may begin as the other ends. */
export interface Booking {
  description: string
  starts_at: Date
  ends_at: Date
}
type Span = Pick<Booking, 'starts_at' | 'ends_at'>

export const overlaps = (a: Span, b: Span): boolean => a.starts_at < b.ends_at && b.starts_at < a.ends_at

/** 'Theorie BHV, do 19-11-2026, 08:30–16:30'. */
export const bookingLine = ({ description, starts_at, ends_at }: Booking): string =>
  `${description}, ${formatPeriod(starts_at, ends_at)}`
