/** How long something takes, as it is typed and as it is told; the form tells at once what was understood. */

/** A number without more is so many hours at most; a larger one is minutes. */
const MOST_BARE_HOURS = 12

/**
 * Minutes of a duration as it is typed: '8:00', '8', '7:30', with a decimal comma '7,5', or as it is told: '8 uur',
 * '2 uur 30', '45 minuten'. A number alone is hours as long as a day of training can take, and above that minutes: nobody
 * means 180 hours. Null when it is none of these.
 */
export function parseDuration(typed: string): number | null {
  const inWords = parseWords(typed.trim().toLowerCase())
  if (inWords !== null) return inWords
  const [, hours, minutes = '0', fraction] = /^(\d{1,3})(?::([0-5]\d)|,(\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (hours === undefined) return null
  if (typed.trim() === hours && Number(hours) > MOST_BARE_HOURS) return Number(hours)
  const rest = fraction === undefined ? Number(minutes) : Math.round(Number(`0.${fraction}`) * 60)
  return Number(hours) * 60 + rest
}

function parseWords(told: string): number | null {
  const [, only] = /^(\d{1,5}) ?(?:m|min|minuut|minuten)$/.exec(told) ?? []
  if (only !== undefined) return Number(only)
  const [, hours, fraction, minutes = '0'] =
    /^(\d{1,3})(?:,(\d{1,2}))? ?(?:u|uur|uren)(?: ?(?:en )?([0-5]?\d)(?: ?(?:m|min|minuut|minuten))?)?$/.exec(told) ??
    []
  if (hours === undefined) return null
  return Number(hours) * 60 + Math.round(Number(`0.${fraction ?? 0}`) * 60) + Number(minutes)
}

/** '8:00': how a duration stands in its field. */
export function durationInput(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** '8 uur', '2 uur 30', '45 minuten', '1 minuut'. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return rest === 1 ? '1 minuut' : `${rest} minuten`
  return rest === 0 ? `${hours} uur` : `${hours} uur ${String(rest).padStart(2, '0')}`
}
