import { sql } from 'kysely'
import { addressUnlessHidden, valueUnlessHidden } from '../naming/index.ts'

/** What tells people of one name apart: when they were born, or else where they live, as far as that is shown of them. */
export const bornOrLives = (place: { employer?: string } = {}) => sql<string | null>`coalesce(
  to_char((${valueUnlessHidden('birth_date', place)})::date, 'DD-MM-YYYY'), nullif(${addressUnlessHidden('city', place)}, ''))`
