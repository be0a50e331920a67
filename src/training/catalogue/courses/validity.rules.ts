import { type Repeat, type RepeatUnit, addRepeat as add } from '../../../platform/format/repeats.ts'
import type { ValidityBasis } from './courses.rules.ts'

/** What a course says of how long something lasts that was got by it. */
export interface Lasting {
  /** Null: it has no end. */
  period: Repeat | null
  basis: ValidityBasis
  /** Months after its end in which it can still be renewed. */
  graceMonths: number
}

/** Columns of a course that tell when it has to be taken again. */
export interface CourseTerms {
  validity_months: number | null
  validity_basis: string
  grace_months: number
  repeat_after: number | null
  repeat_unit: string
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a < b ? b : a)

/** A little less than a period back: what is renewed later would be over when it begins. */
function leastBack(day: string, { count, unit }: Repeat): string {
  if (unit === 'weeks') return add(day, { count: 1 - count, unit })
  return add(day, { count: 1 - (unit === 'years' ? count * 12 : count), unit: 'months' })
}

/**
 * The last day of what begins on `issuedOn`: the basis plus the period, a day that the month does not have becoming its
 * last (31-01 + 1 month → 28-02 or 29-02). Null: it has no end.
 * With the basis 'previous_expiry' the old end counts on, so that who renews early loses nothing: when it lies no
 * further back than the grace of the course, which is always less than a period. It counts for at most one period
 * ahead; several renewals in a row would otherwise add up without end. In all other cases the issue date is the basis.
 */
function periodEnd(issuedOn: string, { period, basis, graceMonths }: Lasting, previousExpiry: string | null) {
  if (period === null) return null
  const counts =
    basis === 'previous_expiry' &&
    previousExpiry !== null &&
    previousExpiry >= later(add(issuedOn, { count: -graceMonths, unit: 'months' }), leastBack(issuedOn, period))
  return add(counts ? earlier(previousExpiry, add(issuedOn, period)) : issuedOn, period)
}

const lastingOf = (course: Omit<CourseTerms, 'repeat_after' | 'repeat_unit'>, period: Repeat | null): Lasting => ({
  period,
  basis: course.validity_basis as ValidityBasis,
  graceMonths: course.grace_months,
})

const months = (count: number | null): Repeat | null => (count === null ? null : { count, unit: 'months' })

/** The last day on which a certificate of this course is valid; null: no end date. */
export const validUntil = (
  issuedOn: string,
  course: Omit<CourseTerms, 'repeat_after' | 'repeat_unit'>,
  previousExpiry: string | null,
): string | null => periodEnd(issuedOn, lastingOf(course, months(course.validity_months)), previousExpiry)

/**
 * By when who passes this course takes its refresher: after the term that the course names, else when the certificate
 * ends. A certificate need not end for that: resuscitation is refreshed each year and its certificate has no end.
 */
export function refreshBy(issuedOn: string, course: CourseTerms, previousExpiry: string | null): string | null {
  const { repeat_after: count, repeat_unit } = course
  const period = count === null ? months(course.validity_months) : { count, unit: repeat_unit as RepeatUnit }
  return periodEnd(issuedOn, lastingOf(course, period), previousExpiry)
}
