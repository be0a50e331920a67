import type { Span } from './occupations.rules.ts'

/** So many of something are taken for some time. */
export interface Taking extends Span {
  units: number
}

/** The most that is taken at any moment of a span. */
export function peakOf(takings: readonly Taking[], during: Span): number {
  const within = takings.filter((one) => one.starts_at < during.ends_at && during.starts_at < one.ends_at)
  // It only rises where one begins, or at the beginning of the span, at which all that began before it are there.
  const moments = [during, ...within].map(({ starts_at }) => starts_at)
  return Math.max(
    0,
    ...moments.map((moment) =>
      within
        .filter(({ starts_at, ends_at }) => starts_at <= moment && moment < ends_at)
        .reduce((sum, { units }) => sum + units, 0),
    ),
  )
}
