import { sql } from 'kysely'
import { addressUnlessHidden, valueUnlessHidden } from '../naming/index.ts'

interface Place {
  employer?: string
}

/** When somebody was born, as far as that is shown of them. */
export const born = (place: Place = {}) =>
  sql<string | null>`to_char((${valueUnlessHidden('birth_date', place)})::date, 'DD-MM-YYYY')`

/** What tells people of one name apart: when they were born, or else where they live, as far as that is shown of them. */
export const bornOrLives = (place: Place = {}) =>
  sql<string | null>`coalesce(${born(place)}, nullif(${addressUnlessHidden('city', place)}, ''))`
