import { parseDutchDate } from './fields.ts'

/** A day as lists write it (31-12-2025, 1/3/2025, 2025-03-01), as ISO; null for what is no day. */
export function dayIn(typed: string): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(typed) ?? []
  if (year !== undefined) return parseDutchDate(`${date}-${month}-${year}`)
  const [, d, m, y] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  return d === undefined ? null : parseDutchDate(`${d.padStart(2, '0')}-${m!.padStart(2, '0')}-${y}`)
}
