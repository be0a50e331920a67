import { sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'

/** 'BHV basis 24-11-2026', as SQL. */
export const appointmentNameSql = sql<string>`((select co.description from appointment_groups g
  join courses co on co.id = g.course_id where g.id = appointments.group_id)
  || ' ' || to_char(appointments.starts_at at time zone 'Europe/Amsterdam', 'DD-MM-YYYY'))`

/** Parts by course and day, the latest first. */
export const appointmentSelector = selector({
  type: 'appointment',
  record: 'appointment',
  table: 'appointments',
  query: (db) => db.selectFrom('appointments').select(['appointments.id', appointmentNameSql.as('label')]),
  searched: { text: sql<string>`normalise(${appointmentNameSql})` },
  sort: [sql`appointments.starts_at desc`],
})
