import { type SqlBool, sql } from 'kysely'
import { MASKED, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { forgetSigning, visitFields } from '../../planning/visits/index.ts'
import type { ReportSnapshot } from './snapshot.ts'

/** The addresses that somebody has or ever had: who is anonymised has none any more when it is the turn of reports. */
const addressesOf = (contactId: number) => sql`
  select lower(email::text) from contacts where id = ${contactId} and email is not null
  union select lower(x) from history h, jsonb_array_elements_text(h.changes -> 'email') x
    where h.record_type = 'contact' and h.record_id = ${contactId} and jsonb_typeof(h.changes -> 'email') = 'array' and x is not null`

/** Of an order of the person alone. */
const isOwn = (contactId: number) => sql<SqlBool>`visit_reports.visit_id in (select v.id from visits v
  join orders o on o.id = v.order_id where o.contact_id = ${contactId} and o.company_id is null)`

const reportsOf = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('visit_reports')
    .select(['id', 'visit_id', 'number', 'mail_to', 'file_id', 'snapshot', isOwn(contactId).as('own')])
    .where(sql<SqlBool>`(${isOwn(contactId)} or lower(visit_reports.mail_to) in (${addressesOf(contactId)}))`)
    .orderBy('id')
    .execute()

/** What the history of a visit tells beside who signed: nothing about a person. */
const KEPT = [...impersonal(visitFields), 'visit_id', 'number', 'year', 'sequence', 'file_id', 'replaced_by_id']

/** A report without whose it is: what was found stays, where it hung does not. */
const masked = (snapshot: ReportSnapshot): ReportSnapshot => ({
  ...snapshot,
  ...{ customer: MASKED, client_id: null, address: [], contract: null, remark: '', signature: null, actions: [] },
  signed_by: snapshot.signed_by === null ? null : MASKED,
  unsigned_reason: snapshot.unsigned_reason === null ? null : MASKED,
  devices: snapshot.devices.map((device) => ({ ...device, place: null, remark: '', photos: [] })),
})

/** Reports that somebody got or that are of what is theirs. One of a company keeps who signed it: it is its proof. */
export const reportData: PersonDataSource = {
  key: 'visit_reports',
  label: 'Uw keuringsrapporten',
  collect: async ({ db }, contactId) =>
    (await reportsOf(db, contactId)).map(({ number, mail_to, own, snapshot }) => {
      const report = snapshot as ReportSnapshot
      return {
        Rapport: number,
        Datum: formatDate(report.day),
        'Gemaild aan': mail_to,
        ...(own ? { 'Getekend door': report.signed_by, Opmerking: report.remark } : {}),
      }
    }),
  plan: async (db, contactId) => {
    const rows = await reportsOf(db, contactId)
    const own = rows.filter((row) => row.own).length
    const mailed = rows.filter((row) => row.mail_to !== null && !row.own).length
    return {
      emptied: [
        ...(own > 0 ? [`namen en teksten van ${formatCount(own, 'keuringsrapport', 'keuringsrapporten')}`] : []),
        ...(mailed > 0 ? [`mailadres bij ${formatCount(mailed, 'keuringsrapport', 'keuringsrapporten')}`] : []),
      ],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId, services) => {
    const rows = await reportsOf(trx, contactId)
    for (const { id, own, snapshot } of rows)
      await trx
        .updateTable('visit_reports')
        .set({
          mail_to: null,
          ...(own ? { file_id: null, snapshot: JSON.stringify(masked(snapshot as ReportSnapshot)) } : {}),
        })
        .where('id', '=', id)
        .execute()
    const own = rows.filter((row) => row.own)
    await forgetSigning(trx, services, own.map(({ visit_id }) => visit_id)) // prettier-ignore
    await forgetFiles(trx, services, own.flatMap(({ file_id }) => file_id ?? [])) // prettier-ignore
  },
  mask: async (trx, contactId) => {
    const own = await trx.selectFrom('visit_reports').select('visit_id').where(isOwn(contactId)).execute()
    await maskHistory(trx, 'visit', own.map(({ visit_id }) => visit_id), KEPT) // prettier-ignore
  },
}
