import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'

/** The number people quote finds the planning and opens its first part that is not over yet (rulings 5). */
export const appointmentSearch: SearchSource = {
  type: 'Appointment',
  record: 'appointment',
  label: 'Planningen',
  icon: 'calendar',
  open: '/calendar/view-appointment/{id}',
  name: sql<string>`(
    select c.description || ' · planning ' || g.id
    from appointment_groups g join courses c on c.id = g.course_id where g.id = appointments.group_id)`,
  exact: (typed) =>
    /^[1-9]\d{0,8}$/.test(typed)
      ? [
          {
            field: 'appointment_group_id',
            value: sql<string>`appointments.group_id::text`,
            where: sql<SqlBool>`appointments.id = (
              select part.id from appointments part where part.group_id = ${Number(typed)}
              order by part.ends_at < now(), part.starts_at limit 1)`,
          },
        ]
      : [],
}
