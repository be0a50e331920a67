import { type SqlBool, sql } from 'kysely'
import { formatDateTime } from '../../platform/format/format.ts'
import type { PersonDataSource } from '../privacy/points.ts'
import { idsOf, inWords, listHistory } from './history.queries.ts'
import { actionLabel } from './history.rules.ts'

/** What the history says about a person; each area masks its own records when the person is anonymised. */
export const historyData: PersonDataSource = {
  key: 'history',
  label: 'Wijzigingen van uw gegevens',
  collect: async (services, contactId) => {
    const entries = await listHistory(services.db)
      .where(
        sql<SqlBool>`(history.record_type = 'contact' and history.record_id in (${idsOf('contact', contactId)})
          or history.record_type = 'user' and history.record_id in (
            select users.id from users where users.contact_id = ${contactId}))`,
      )
      .orderBy('history.id')
      .execute()
    return (await inWords(entries, services)).map((entry) => ({
      Wanneer: formatDateTime(entry.at),
      Betreft: entry.record_type === 'user' ? 'Account' : 'Contact',
      Wat: actionLabel(entry.action),
      Velden: entry.lines
        .map(({ label, from, to }) => `${label}: ${from === null ? '' : `${from} → `}${to}`)
        .join('; '),
    }))
  },
}
