import { type SqlBool, sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { olderRows, personRows, type RetentionKind } from '../../../system/privacy/points.ts'

/** Signatures for presence; the image goes with its row. */
export const signatureData = personRows({
  key: 'signatures',
  label: 'Uw handtekeningen voor aanwezigheid',
  rows: (db, contactId) =>
    db
      .selectFrom('presence_signatures as signed')
      .innerJoin('appointments', 'appointments.id', 'signed.appointment_id')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select(['courses.description as course', 'appointments.description', 'signed.moment', 'signed.signed_at'])
      .where('signed.contact_id', '=', contactId)
      .orderBy('signed.signed_at'),
  show: (row) => ({
    Opleiding: row.course,
    Onderdeel: row.description,
    'Getekend op': formatDateTime(row.signed_at),
    Bij: row.moment === 'end' ? 'Vertrek' : 'Aankomst',
  }),
  empties: [{ what: ['handtekening voor aanwezigheid', 'handtekeningen voor aanwezigheid'] }],
  deletes: ['presence_signatures'],
})

/** A certificate that proves something needs the signature that it rests on as long as it is valid. */
const proofBefore = (before: Date) => sql<SqlBool>`exists (
  select 1 from appointments a where a.id = presence_signatures.appointment_id and a.ends_at < ${before}
    and not exists (
      select 1 from certificates c
      where c.group_id = a.group_id and c.contact_id = presence_signatures.contact_id
        and c.valid_until >= ${before}::date))`

export const signatureRetention: RetentionKind = {
  key: 'signatures',
  label: 'Handtekeningen voor aanwezigheid',
  basis: 'Na afloop, of na de vervaldatum van het certificaat als die later is, wordt de handtekening verwijderd.',
  months: 24,
  ...olderRows('presence_signatures', proofBefore),
}
