import { formatDateTime } from '../../../platform/format/format.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { waitingFields } from './waiting-list.fields.ts'
import { entries } from './waiting-list.queries.ts'
import { wishText } from './why.rules.ts'

/** What somebody waits, or waited, for. With it go the offers and the steps; a place that was held comes free. */
export const waitingData = personRows({
  key: 'waiting-list',
  label: 'Uw plaatsen op wachtlijsten',
  rows: (db, contactId) =>
    entries(db).where('waiting_entries.contact_id', '=', contactId).orderBy('waiting_entries.id'),
  show: (row) => ({
    [waitingFields.course_id.label]: row.course,
    Planning: row.group_id,
    Wensen: wishText({ ...row, from: row.from_date, until: row.until_date }),
    [waitingFields.line_at.label]: formatDateTime(row.line_at),
    [waitingFields.state.label]: waitingFields.state.options![row.state]!,
  }),
  empties: [{ what: ['plaats op een wachtlijst', 'plaatsen op wachtlijsten'] }],
  deletes: ['waiting_entries'],
  history: { 'waiting-entry': waitingFields },
})
