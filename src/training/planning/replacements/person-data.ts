import { formatDate } from '../../../platform/format/format.ts'
import { personRows } from '../../../system/privacy/points.ts'

/** What somebody took over from others; that it was given stays with the part, as that of everybody who gave one. */
export const replacementData = personRows({
  key: 'replacements',
  label: 'Onderdelen die u van een ander hebt overgenomen',
  rows: (db, contactId) =>
    db
      .selectFrom('replacements')
      .innerJoin('appointments', 'appointments.id', 'replacements.appointment_id')
      .select(['appointments.description', 'appointments.starts_at'])
      .where('replacements.contact_id', '=', contactId)
      .orderBy('appointments.starts_at'),
  show: (row) => ({ Onderdeel: row.description, Datum: formatDate(row.starts_at) }),
  keeps: [{ what: () => 'Onderdelen die van een ander zijn overgenomen', why: 'ze horen bij de planning' }],
})
