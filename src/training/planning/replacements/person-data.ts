import { countOf } from '../../../platform/database/count.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { formatDate } from '../../../platform/format/format.ts'

/** What somebody took over from others; that it was given stays with the part, as that of everybody who gave one. */
export const replacementData: PersonDataSource = {
  key: 'replacements',
  label: 'Onderdelen die u van een ander hebt overgenomen',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('replacements')
      .innerJoin('appointments', 'appointments.id', 'replacements.appointment_id')
      .select(['appointments.description', 'appointments.starts_at'])
      .where('replacements.contact_id', '=', contactId)
      .orderBy('appointments.starts_at')
      .execute()
    return rows.map((row) => ({ Onderdeel: row.description, Datum: formatDate(row.starts_at) }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('replacements').where('contact_id', '=', contactId))
    const kept = { what: 'Onderdelen die van een ander zijn overgenomen', why: 'ze horen bij de planning' }
    return { emptied: [], kept: count === 0 ? [] : [kept], blocked: [] }
  },
}
