import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'

const givenBy = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('appointment_responsibles')
    .innerJoin('appointments', 'appointments.id', 'appointment_responsibles.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointment_responsibles.role_id',
      'appointments.description',
      'appointments.starts_at',
      'courses.description as course',
    ])
    .where('appointment_responsibles.contact_id', '=', contactId)
    .orderBy('appointments.starts_at')
    .orderBy('appointment_responsibles.id')

/** The parts that somebody gives, or plays in. */
export const givenData: PersonDataSource = {
  key: 'given',
  label: 'Onderdelen waarbij u docent of lotus bent',
  collect: async ({ db }, contactId) =>
    (await givenBy(db, contactId).execute()).map((row) => ({
      Opleiding: row.course,
      Onderdeel: row.description,
      Datum: formatDateTime(row.starts_at),
      Rol: row.role_id === ROLE.teacher ? 'Docent' : 'Lotus',
    })),
  plan: async (db, contactId) => {
    const given = (await givenBy(db, contactId).execute()).length
    const what = `${formatCount(given, 'onderdeel', 'onderdelen')} als docent of lotus, zonder naam`
    return { emptied: [], kept: given === 0 ? [] : [{ what, why: 'bewijs van wat er is gegeven, bij certificaten' }], blocked: [] } // prettier-ignore
  },
}
