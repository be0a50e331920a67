import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import {
  appointmentsVisibleTo,
  judgeStored,
  lacksPlace,
  lacksTeacher,
  placeFor,
  statusLabel,
} from '../../planning/appointments/index.ts'

const teachers = sql<string[]>`(
  select coalesce(json_agg(concat_ws(' ', t.first_name, nullif(t.last_name_prefix, ''), t.last_name) order by r.id), '[]')
  from appointment_responsibles r join contacts t on t.id = r.contact_id
  where r.appointment_id = appointments.id and r.role_id = ${sql.lit(ROLE.teacher)})`

/** Beyond this a day is looked up in the calendar. */
const MOST_PARTS = 60

/** What is given today and tomorrow, the first in front, with what is not right about it that nobody settled. */
export async function listOfficeParts(db: Db, registry: Registry, viewer: Viewer, now: Date) {
  const [from, until] = [instantOf(today(now), '00:00')!, instantOf(addDays(today(now), 2), '00:00')!]
  const parts = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .innerJoin('appointment_statuses as st', 'st.key', 'appointments.status')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.max_count',
      'courses.description as course',
      sql<number>`appointments.enrolled_count + appointments.reserved_count`.as('taken'),
      statusLabel({ part: 'appointments', planning: 'appointment_groups', status: 'st' }).as('status_label'),
      sql<string>`coalesce(st.color, st.css)`.as('status_css'),
      placeFor(viewer).as('place'),
      teachers.as('teachers'),
      lacksTeacher().as('lacks_teacher'),
      lacksPlace().as('lacks_place'),
      sql<boolean>`exists (select from appointment_responsibles own where own.appointment_id = appointments.id
        and own.role_id = ${sql.lit(ROLE.teacher)} and own.contact_id = ${viewer.contactId})`.as('is_own'),
      sql<number>`count(*) over ()::integer`.as('total'),
    ])
    .where('appointments.ends_at', '>', from)
    .where('appointments.starts_at', '<', until)
    .where('appointments.status', '<>', 'cancelled')
    .where(sql<SqlBool>`${appointmentsVisibleTo(viewer)}`)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(MOST_PARTS)
    .execute()
  const found = await judgeStored(
    db,
    registry,
    parts.map(({ id }) => id),
  )
  return parts.map((part) => ({
    ...part,
    findings: (found.get(part.id) ?? []).filter(({ settled }) => settled !== true),
  }))
}
export type OfficePart = Awaited<ReturnType<typeof listOfficeParts>>[number]
