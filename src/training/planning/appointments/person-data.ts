import { formatCount, formatDateTime } from '../../../platform/format/format.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { personRows } from '../../../system/privacy/points.ts'

/** The parts that somebody gives, or plays in. */
export const givenData = personRows({
  key: 'given',
  label: 'Onderdelen waarbij u docent of lotus bent',
  rows: (db, contactId) =>
    db
      .selectFrom('appointment_responsibles as given')
      .innerJoin('appointments', 'appointments.id', 'given.appointment_id')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select(['given.role_id', 'appointments.description', 'appointments.starts_at', 'courses.description as course'])
      .where('given.contact_id', '=', contactId)
      .orderBy('appointments.starts_at')
      .orderBy('given.id'),
  show: (row) => ({
    Opleiding: row.course,
    Onderdeel: row.description,
    Datum: formatDateTime(row.starts_at),
    Rol: row.role_id === ROLE.teacher ? 'Docent' : 'Lotus',
  }),
  keeps: [
    {
      what: (count) => `${formatCount(count, 'onderdeel', 'onderdelen')} als docent of lotus, zonder naam`,
      why: 'bewijs van wat er is gegeven, bij certificaten',
    },
  ],
})
