import { formatDateTime } from '../../platform/format/format.ts'
import type { PersonDataSource } from '../../platform/manifest.ts'
import { inWords, listHistory } from './history.queries.ts'
import { actionLabel } from './history.rules.ts'

/** What the history says about a person; each area masks its own records when the person is anonymised. */
export const historyData: PersonDataSource = {
  key: 'history',
  label: 'Wijzigingen van uw gegevens',
  collect: async (services, contactId) => {
    const entries = await listHistory(services.db)
      .where('history.record_type', '=', 'contact')
      .where('history.record_id', '=', contactId)
      .orderBy('history.id')
      .execute()
    return (await inWords(entries, services)).map((entry) => ({
      Wanneer: formatDateTime(entry.at),
      Wat: actionLabel(entry.action),
      Velden: entry.lines
        .map(({ label, from, to }) => `${label}: ${from === null ? '' : `${from} → `}${to}`)
        .join('; '),
    }))
  },
}
