import { sql } from 'kysely'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
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
export const requestData: PersonDataSource = {
  key: 'teacher-requests',
  label: 'Uw aanvragen en aanmeldingen als docent',
  collect: async ({ db }, contactId) =>
    (await rowsOf(db, contactId)).map(({ applied, part, at, state, why, note }) => ({
      Wat: applied ? 'Aanmelding' : 'Aanvraag',
      [requestFields.appointment_id.label]: part,
      Wanneer: at ? formatDateTime(at) : '',
      [requestFields.state.label]: (applied ? applicationFields : requestFields).state.options![state]!,
      [applicationFields.note.label]: note,
      [requestFields.why.label]: why,
    })),
  plan: async (db, contactId) => {
    const { length } = await rowsOf(db, contactId)
    return {
      emptied: length === 0 ? [] : [formatCount(length, 'aanvraag of aanmelding', 'aanvragen en aanmeldingen')],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    for (const table of ['teacher_requests', 'teacher_applications'] as const)
      await trx.deleteFrom(table).where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    const of = { contact_id: contactId }
    await maskHistory(trx, 'teacher-request', await everOf(trx, 'teacher-request', of), impersonal(requestFields))
    await maskHistory(
      trx,
      'teacher-application',
      await everOf(trx, 'teacher-application', of),
      impersonal(applicationFields),
    )
  },
}
