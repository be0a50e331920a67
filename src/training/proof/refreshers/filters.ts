import { type SqlBool, sql } from 'kysely'
import { likePattern, wordsOf } from '../../../platform/matching/conditions.ts'
import { looksLike } from '../../../platform/search/likeness.ts'
import {
  type Filter,
  type Filters,
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
  yesNoFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { refresherFields } from './refreshers.fields.ts'
import { inState, isAsked, isOfCompany, waitsForInvitation } from './refreshers.queries.ts'
import { type RefresherState, STATES } from './refreshers.rules.ts'

const name: Filter = {
  ...textFilter('Naam', { text: sql<string>`contacts.search_text` }),
  // It starts from the few people with such a name.
  where: (value) => {
    const has = wordsOf(value).map((word) => sql<SqlBool>`search_text like normalise(${likePattern(word)})`)
    if (has.length === 0) return sql<SqlBool>`true`
    return sql<SqlBool>`contact_refreshers.contact_id = any(array(select id from contacts where ${sql.join(has, sql` and `)}))`
  },
  // Which refreshers are shown of these people the scope of the list decides.
  alike: (value) => {
    const people = looksLike({ text: sql<string>`contacts.search_text`, table: 'contacts' }, value, sql<SqlBool>`true`)
    return people && sql<SqlBool>`contact_refreshers.contact_id in (select id from contacts where ${people})`
  },
}

export const refresherFilters: Filters = {
  search: name,
  course_id: selectorFilter(
    refresherFields.course_id.label,
    'course',
    (courses) => sql<SqlBool>`contact_refreshers.course_id in (${sql.join(courses)})`,
  ),
  company_id: selectorFilter('Bedrijf', 'company', isOfCompany),
  state: selectFilter(
    'Status',
    Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
    (state) => inState(state as RefresherState),
  ),
  expires_at: {
    ...periodFilter(refresherFields.expires_at.label, { column: sql`contact_refreshers.expires_at`, type: 'date' }),
    order: 'expires',
  },
  invited: yesNoFilter('Uitgenodigd', sql<SqlBool>`(contact_refreshers.invited_at is not null)`),
  waits: yesNoFilter('Nog uit te nodigen', waitsForInvitation),
  asked: yesNoFilter('Uitnodiging gevraagd', isAsked),
  contact_id: selectorFilter(
    'Contact',
    'contact',
    (contacts) => sql<SqlBool>`contact_refreshers.contact_id in (${sql.join(contacts)})`,
  ),
}
