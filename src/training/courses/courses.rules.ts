/** What a course's validity is counted from (dutch-domain: the issue date restarts it, the previous expiry keeps it). */
export const VALIDITY_BASES = {
  issue_date: 'Vanaf afgiftedatum',
  previous_expiry: 'Vanaf vorige vervaldatum',
} as const
export type ValidityBasis = keyof typeof VALIDITY_BASES

/** Bounds of a component's duration, in minutes: five minutes to ten whole days. */
export const DURATION = { min: 5, max: 14_400 } as const

/**
 * Minutes of a duration as it is typed: '8:00', '8', '7:30', or with a decimal comma '7,5'. Null when it is none of
 * these.
 */
export function parseDuration(typed: string): number | null {
  const [, hours, minutes = '0', fraction] = /^(\d{1,3})(?::([0-5]\d)|,(\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (hours === undefined) return null
  const rest = fraction === undefined ? Number(minutes) : Math.round(Number(`0.${fraction}`) * 60)
  return Number(hours) * 60 + rest
}

/** '8:00': how a duration stands in its field. */
export function durationInput(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** '8 uur', '2 uur 30', '45 minuten'. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} minuten`
  return rest === 0 ? `${hours} uur` : `${hours} uur ${String(rest).padStart(2, '0')}`
}

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
