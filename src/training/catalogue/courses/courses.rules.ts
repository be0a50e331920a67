export { durationInput, formatDuration, parseDuration } from '../../../platform/format/duration.contract.ts'

/** Whether who is enrolled comes onto an order, and onto which. */
export const ORDER_BY = {
  none: 'Geen order',
  enrolment: 'Per inschrijving een order',
  company: 'Per bedrijf één order',
} as const
export type OrderBy = keyof typeof ORDER_BY

/** What a course's validity is counted from (the issue date restarts it, the previous expiry keeps it). */
export const VALIDITY_BASES = {
  issue_date: 'Vanaf afgiftedatum',
  previous_expiry: 'Vanaf vorige vervaldatum',
} as const
export type ValidityBasis = keyof typeof VALIDITY_BASES

/** Bounds of a component's duration, in minutes: five minutes to ten whole days. */
export const DURATION = { min: 5, max: 14_400 } as const

/** '1 jaar', '18 maanden', 'Geen einddatum'. */
export function formatValidity(months: number | null): string {
  if (months === null) return 'Geen einddatum'
  if (months % 12 === 0) return `${months / 12} jaar`
  return months === 1 ? '1 maand' : `${months} maanden`
}

/** Of each component the day of the course it falls on: a new one begins when days have passed since the previous. */
export function courseDays(components: { days_after_previous: number }[]): number[] {
  let day = 1
  return components.map(({ days_after_previous }, i) => (i > 0 && days_after_previous > 0 ? ++day : day))
}

/** How a course is given. */
export const kindOf = (online: boolean): string => (online ? 'Online' : 'Klassikaal')
