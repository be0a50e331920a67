import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'

/** Signatures for presence; the image goes with its row. */
export const signatureData: PersonDataSource = {
  key: 'signatures',
  label: 'Uw handtekeningen voor aanwezigheid',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('presence_signatures')
      .innerJoin('appointments', 'appointments.id', 'presence_signatures.appointment_id')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select([
        'courses.description as course',
        'appointments.description',
        'presence_signatures.moment',
        'presence_signatures.signed_at',
      ])
      .where('presence_signatures.contact_id', '=', contactId)
      .orderBy('presence_signatures.signed_at')
      .execute()
    return rows.map((row) => ({
      Opleiding: row.course,
      Onderdeel: row.description,
      'Getekend op': formatDateTime(row.signed_at),
      Bij: row.moment === 'end' ? 'Vertrek' : 'Aankomst',
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('presence_signatures').where('contact_id', '=', contactId))
    const what = formatCount(count, 'handtekening', 'handtekeningen')
    return { emptied: count === 0 ? [] : [`${what} voor aanwezigheid`], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('presence_signatures').where('contact_id', '=', contactId).execute()
  },
}

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
  count: (db, before) => countOf(db.selectFrom('presence_signatures').where(proofBefore(before))),
  remove: async (trx, before) =>
    Number((await trx.deleteFrom('presence_signatures').where(proofBefore(before)).executeTakeFirst()).numDeletedRows),
}
