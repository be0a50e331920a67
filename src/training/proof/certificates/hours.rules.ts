const hours = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

/** Hours of all parts together, as printed: '7,5 uur'. */
export function hoursText(parts: { minutes: number }[]): string {
  return `${hours.format(parts.reduce((sum, part) => sum + part.minutes, 0) / 60)} uur`
}
