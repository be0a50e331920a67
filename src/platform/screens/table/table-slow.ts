/** Lists that cannot be shown quickly: what they ask is stopped, and they say what would help. */
import { TookTooLong, within } from '../../database/time-limit.ts'
import { HttpError } from '../../errors.ts'
import type { FilterField } from './filter-field.contract.ts'

/** How long a list lets the database work for its rows, for their number, or for its groups. */
const LIST_MS = 2_000

/** Stands where a number took too long. */
export const UNCOUNTED = '–'

/** What a list asks; null when that took too long. */
export async function inTime<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await within(LIST_MS, ask)
  } catch (error) {
    if (error instanceof TookTooLong) return null
    throw error
  }
}

/** The filters that are not set yet, each of which makes a list shorter. */
export const helpfulFilters = (fields: FilterField[]): FilterField[] =>
  fields.filter(({ operator, fixed }) => operator === '' && !fixed)

/** So many are named in a sentence. */
const MOST_NAMES = 3

/**
 * For what is asked beside the first rows of a list: the next ones, all ids, a file, the map. It names filters in words and,
 * for who can open them, one by one.
 */
export function tooSlow(fields: FilterField[]): HttpError {
  const helpful = helpfulFilters(fields).map(({ name, label }) => ({ name, label }))
  const names = helpful.slice(0, MOST_NAMES).map(({ label }) => `‘${label}’`)
  const advice =
    names.length === 0
      ? 'Kies minder waarden in de filters, of een kortere periode.'
      : `Kies er een filter bij, zoals ${names.join(' of ')}.`
  return new HttpError(422, `Deze lijst werd te groot om snel te tonen. ${advice}`, { helpful })
}
