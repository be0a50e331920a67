import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { EMAIL_PATTERN } from '../../../platform/forms/fields.ts'
import type { RecordReading } from '../../../platform/screens/popup/popup.ts'
import { isFailed } from '../../../system/messages/index.ts'
import { certificateById, lightColumn } from './certificates.queries.ts'
import type { CertificateSnapshot } from './certificates.rules.ts'
import type { Standing } from './next.rules.ts'

/** The last mail that carried it, by hand or at a moment; one that was sent again counts as the last try. */
const sentColumn = sql<{ at: string; to: string | null; mail_id: number | null; state: string } | null>`(
  select json_build_object('at', at, 'to', recipient, 'mail_id', mail_id, 'state', state) from (
    select s.created_at as at, coalesce(last.recipient, m.recipient, s.recipient) as recipient,
      coalesce(last.id, m.id) as mail_id, coalesce(last.state, m.state, 'queued') as state
    from certificate_mailings s left join mails m on m.id = s.mail_id
      left join lateral (select id, recipient, state from mails where resend_of = m.id order by id desc limit 1) last on true
    where s.group_id = certificates.group_id and s.certificate_ids @> array[certificates.id]
    union all
    select told.at, null, null, 'sent' from moment_sends told join message_moments moment on moment.id = told.moment_id
    where told.subject_id = certificates.contact_id and told.occasion = certificates.id and moment.kind = 'certificate'
  ) mailed order by at desc limit 1)`

/** Whether who holds it passed every part of the planning, as the results say now. */
const passesColumn = sql<boolean>`coalesce((select bool_and(coalesce(e.present = 1 and e.passed = 1, false))
  from enrolments e join appointments p on p.id = e.appointment_id
  where p.group_id = certificates.group_id and p.status <> 'cancelled' and e.contact_id = certificates.contact_id), false)`

/** Mails are kept for a year; of what was made before then nobody knows what was sent. */
const knownColumn = sql<SqlBool>`(certificates.created_at > now() - interval '11 months')`

const renewedColumn = sql<SqlBool>`exists (select 1 from certificates newer where newer.contact_id = certificates.contact_id
  and newer.withdrawn_at is null and newer.id <> certificates.id and newer.course_id in (courses.id, courses.refresher_course_id)
  and coalesce(newer.valid_until, 'infinity') > certificates.valid_until)`

/** The coming part in which its holder renews it. */
const bookedColumn = sql<{ id: number; at: string } | null>`(select json_build_object('id', a.id, 'at', a.starts_at)
  from enrolments e join appointments a on a.id = e.appointment_id join appointment_groups g on g.id = a.group_id
  where e.contact_id = certificates.contact_id and a.starts_at > now() and a.status <> 'cancelled'
    and g.course_id = coalesce(courses.refresher_course_id, courses.id) order by a.starts_at, a.id limit 1)`

/** A certificate with all that its popup tells, in one round trip. @throws NotFound */
export async function getShownCertificate(db: Db, readRecord: RecordReading['readRecord']) {
  const row = await readRecord(({ id, tabCounts }) =>
    certificateById(db, id)
      .innerJoin('contacts', 'contacts.id', 'certificates.contact_id')
      .select(['contacts.active', 'contacts.email'])
      .select([
        lightColumn.as('light'),
        sentColumn.as('sent'),
        passesColumn.as('passes'),
        knownColumn.as('known'),
        renewedColumn.as('renewed'),
        bookedColumn.as('booked'),
        tabCounts(id).as('tab_counts'),
      ]),
  )
  if (!row) throw new NotFound('Certificaat')
  const certificate = { ...row, snapshot: row.snapshot as CertificateSnapshot }
  const { sent, email } = row
  const standing: Standing = {
    ...row,
    isOurs: row.issuer === null,
    known: row.known === true,
    renewed: row.renewed === true,
    reachable: EMAIL_PATTERN.test(email ?? ''),
    sent: sent && { ...sent, failed: isFailed(sent.state) },
  }
  return { certificate, standing }
}
