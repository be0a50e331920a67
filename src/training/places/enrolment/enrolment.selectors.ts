import { type SqlBool, sql } from 'kysely'
import { idOrNone } from '../../../platform/forms/fields.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { selector } from '../../../platform/screens/table/selector.ts'
import { placeFor } from '../../planning/appointments/index.ts'
import { takesPeople } from './targets.queries.ts'

const dutchDay = sql<string>`(array['zo', 'ma', 'di', 'wo', 'do', 'vr', 'za'])[
  1 + extract(dow from appointments.starts_at at time zone 'Europe/Amsterdam')::integer]`
const moment = sql<string>`to_char(appointments.starts_at at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`
/** Likewise by their numbers, for who has one at hand. */
const found = (viewer: Viewer) => sql<string>`normalise(courses.description || ' ' || courses.code || ' '
  || ${placeFor(viewer)} || ' ' || ${moment}) || ' ' || appointment_groups.id`

/** Whether it is not sure that it will be given. */
const isOption = sql<SqlBool>`appointments.status = 'option'`

/** What somebody has to know to choose: whether it is an option, number, place, how many parts, places free. */
const details = (
  viewer: Viewer,
) => sql<string>`concat_ws(' · ', case when ${isOption} then (select label from appointment_statuses where key = 'option') end,
  'Planning ' || appointment_groups.id, nullif(${placeFor(viewer)}, ''),
  (select case when count(*) > 1 then count(*) || ' onderdelen · ' else '' end
     || case min(part.max_count - part.enrolled_count - part.reserved_count) when 1 then '1 plaats vrij'
        else min(part.max_count - part.enrolled_count - part.reserved_count) || ' plaatsen vrij' end
   from appointments part where part.group_id = appointment_groups.id),
  (select 'incompany ' || string_agg(companies.name, ', ' order by companies.name)
   from appointment_group_companies taking join companies on companies.id = taking.company_id
   where taking.group_id = appointment_groups.id))`

/**
 * Plannings that people can be enrolled in, of all courses, the first to come first, of a day the options last; the id is
 * that of the first part.
 */
export const openPlanningSelector = selector({
  type: 'open-planning',
  record: 'appointment',
  table: 'appointments',
  query: (db, viewer) =>
    db
      .selectFrom('appointments')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select([
        'appointments.id',
        sql<string>`courses.description || ' · ' || ${dutchDay} || ' ' || ${moment}`.as('label'),
        details(viewer).as('sub'),
      ])
      .where('appointments.starts_at', '>', sql<Date>`now()`)
      .where(
        sql<SqlBool>`not exists (select 1 from appointments part where part.group_id = appointment_groups.id
        and (part.starts_at, part.id) < (appointments.starts_at, appointments.id))`,
      )
      .where(takesPeople(viewer)),
  searched: (viewer) => ({ text: found(viewer) }),
  sort: [sql`appointments.starts_at::date`, isOption, sql`appointments.starts_at`, sql`appointments.id`],
  filters: {
    course_id: (value) => sql<SqlBool>`appointment_groups.course_id = ${idOrNone(value)}`,
  },
})
