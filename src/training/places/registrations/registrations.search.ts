import { type SqlBool, sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { type SearchSource, beside } from '../../../platform/search/search.ts'
import { type EntryState, STATES } from './registrations.rules.ts'

const name = sql<string>`entries.name`

/** Sign-ups by the name of their company, and by the e-mail address and the name of who was signed up. */
export const entrySearch: SearchSource = {
  type: 'Entry',
  record: 'entry',
  label: 'Registraties',
  icon: 'inbox',
  open: '/registrations/view/{id}',
  order: 60,
  name,
  only: sql<SqlBool>`entries.state <> 'removed'`,
  exact: (typed) => [
    {
      field: 'email',
      value: sql<string>`coalesce(entries.email, '')`,
      where: sql<SqlBool>`lower(entries.email) = lower(${typed})`,
    },
  ],
  words: {
    field: 'name',
    value: sql<string>`entries.name || coalesce(' · ' || entries.company_name, '')`,
    text: sql<string>`entries.search_text`,
  },
  beside: () =>
    beside(
      sql<{ company: string | null; at: string; state: EntryState }>`
        jsonb_build_object('company', entries.company_name, 'at', entries.received_at, 'state', entries.state)`,
      ({ company, at, state }) => ({
        text: [company, `aangemeld ${formatDateTime(new Date(at))}`].filter(Boolean).join(' · '),
        status: STATES[state],
      }),
    ),
}
