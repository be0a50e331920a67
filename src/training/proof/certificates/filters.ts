import { type Expression, type SqlBool, sql } from 'kysely'
import { type Filter, numberFilter, selectFilter, textFilter } from '../../../platform/screens/table/table-filters.ts'
import { likePattern } from '../../../platform/matching/conditions.ts'
import { looksLike } from '../../../platform/search/likeness.ts'
import { type CertificateState, STATES } from './certificates.rules.ts'

/**
 * Words with a digit are parts of a number, all others of a name. Over number and name at once the search would have
 * to read every certificate; so it starts from the few people with such a name.
 */
function hasWord(word: string): Expression<SqlBool> {
  if (/^\d{4}-\d{6,}$/.test(word)) return sql<SqlBool>`certificates.number = ${word}`
  if (/\d/.test(word)) return sql<SqlBool>`certificates.number ilike ${likePattern(word)}`
  return sql<SqlBool>`certificates.contact_id = any(array(
    select id from contacts where search_text like normalise(${likePattern(word)})))`
}

export const searchFilter: Filter = {
  ...textFilter('Nummer of naam', { text: sql<string>`certificates.number` }),
  where: (value) => sql<SqlBool>`(${sql.join(value.split(/\s+/).map(hasWord), sql` and `)})`,
  // Which certificates are shown of these people the scope of the list decides.
  alike: (value) => {
    const people = looksLike({ text: sql<string>`contacts.search_text`, table: 'contacts' }, value, sql<SqlBool>`true`)
    return people && sql<SqlBool>`certificates.contact_id in (select id from contacts where ${people})`
  },
}

/** The number people quote ('Planning 20418'). */
export const planningFilter = numberFilter(
  'Planning',
  (plannings) => sql<SqlBool>`certificates.group_id in (${sql.join(plannings)})`,
)

/** As `stateColumn` says it, in conditions that the indexes know. */
const WHERE_STATE: Record<CertificateState, Expression<SqlBool>> = {
  valid: sql`certificates.withdrawn_at is null and coalesce(certificates.valid_until >= current_date, true)`,
  expired: sql`certificates.withdrawn_at is null and certificates.valid_until < current_date`,
  withdrawn: sql`certificates.withdrawn_at is not null`,
}

export const stateFilter = selectFilter(
  'Status',
  Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
  (state) => WHERE_STATE[state as CertificateState],
)
