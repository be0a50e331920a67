import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { applicationFields, requestFields } from './teacher-requests.fields.ts'

const rowsOf = async (db: Db | Trx, contactId: number) =>
  (
    await sql<{ applied: boolean; part: string; at: Date | null; state: string; why: string; note: string }>`
      select false as applied, a.description as part, r.asked_at as at, r.state, r.why, '' as note
      from teacher_requests r join appointments a on a.id = r.appointment_id where r.contact_id = ${contactId}
      union all
      select true, a.description, p.created_at, p.state, p.why, p.note
      from teacher_applications p join appointments a on a.id = p.appointment_id where p.contact_id = ${contactId}
      order by 3`.execute(db)
  ).rows

/** What a teacher was asked, and applied for. */
export const requestData = personRows({
  key: 'teacher-requests',
  label: 'Uw aanvragen en aanmeldingen als docent',
  rows: rowsOf,
  show: ({ applied, part, at, state, why, note }) => ({
    Wat: applied ? 'Aanmelding' : 'Aanvraag',
    [requestFields.appointment_id.label]: part,
    Wanneer: formatDateTime(at),
    [requestFields.state.label]: (applied ? applicationFields : requestFields).state.options![state]!,
    [applicationFields.note.label]: note,
    [requestFields.why.label]: why,
  }),
  empties: [{ what: ['aanvraag of aanmelding', 'aanvragen en aanmeldingen'] }],
  deletes: ['teacher_requests', 'teacher_applications'],
  history: { 'teacher-request': requestFields, 'teacher-application': applicationFields },
})
