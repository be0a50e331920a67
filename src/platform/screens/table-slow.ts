/** Lists that cannot be shown quickly: what they ask is stopped, and they say what would help. */
import { TookTooLong, within } from '../database/time-limit.ts'
import { HttpError } from '../errors.ts'
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

/** For rows that are added to a list which stands. */
export const tooSlow = (): HttpError =>
  new HttpError(422, 'Deze lijst werd te groot om snel te tonen. Kies er een filter bij.')

/** The filters that are not set yet, each of which makes a list shorter. */
export const helpfulFilters = (fields: FilterField[]): FilterField[] =>
  fields.filter(({ operator, fixed }) => operator === '' && !fixed)
