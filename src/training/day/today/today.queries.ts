import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { appointmentsVisibleTo, partAddress, resultsKnown } from '../../planning/appointments/index.ts'
import { openChecklistName } from '../checklists/index.ts'

/** Parts that the viewer gives; the scope of a teacher, said by the index that finds them. */
const given = (viewer: Viewer): RawBuilder<SqlBool> =>
  sql<SqlBool>`appointments.id in (select own.appointment_id from appointment_responsibles own
    where own.contact_id = ${viewer.contactId} and own.role_id = ${sql.lit(ROLE.teacher)})
    and ${appointmentsVisibleTo(viewer)}`

const ofPlanning = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'courses.description as course',
      sql<string>`coalesce(appointments.city, rooms.city, establishments.city, '')`.as('city'),
      openChecklistName.as('checklist'),
    ])
    .where(given(viewer))

const isOpen = sql<SqlBool>`(e.present is null or e.passed is null)`
const openResults = sql<number>`(select count(*)::integer from enrolments e
  where e.appointment_id = appointments.id and ${isOpen})`

/** What the viewer gives from an instant on, the first of it: what a card says of a part. */
export const listOwnParts = (db: Db, viewer: Viewer, from: Date, most: number) =>
  ofPlanning(db, viewer)
    .select([
      'appointments.enrolled_count',
      'appointments.reserved_count',
      'appointments.max_count',
      'appointments.note',
      'appointments.join_url',
      sql<string>`concat_ws(', ', establishments.name, rooms.name)`.as('room'),
      partAddress.as('address'),
      openResults.as('open'),
      sql<number>`(select count(*)::integer from enrolments e
        where e.appointment_id = appointments.id and e.note <> '')`.as('noted'),
      // Never enrolled in a planning before this one.
      sql<number>`(select count(*)::integer from enrolments e where e.appointment_id = appointments.id
        and not exists (select 1 from enrolments b join appointments p on p.id = b.appointment_id
          where b.contact_id = e.contact_id and p.group_id <> appointments.group_id
            and appointments.starts_at > p.starts_at and p.status <> 'cancelled'))`.as('novices'),
    ])
    .where('appointments.ends_at', '>', from)
    .where('appointments.status', '<>', 'cancelled')
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(most)
    .execute()
export type OwnPart = Awaited<ReturnType<typeof listOwnParts>>[number]

/** What was given before an instant and is not done with: results or a checklist are open. The oldest first. */
export const listLeftOpen = (db: Db, viewer: Viewer, before: Date, most: number) =>
  ofPlanning(db, viewer)
    .select([openResults.as('open'), sql<number>`count(*) over ()::integer`.as('total')])
    .where('appointments.ends_at', '<=', before)
    .where('appointments.status', 'not in', ['cancelled', 'option', 'done'])
    .where(sql<SqlBool>`${resultsKnown}`)
    .where(
      sql<SqlBool>`(${openChecklistName} is not null or exists (
        select 1 from enrolments e where e.appointment_id = appointments.id and ${isOpen}))`,
    )
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(most)
    .execute()
export type LeftOpen = Awaited<ReturnType<typeof listLeftOpen>>[number]

/** All that the viewer gives or gave, apart from what was cancelled. */
export const listGiven = (db: Db, viewer: Viewer) =>
  ofPlanning(db, viewer).select('appointments.enrolled_count').where('appointments.status', '<>', 'cancelled')

/** How many parts the viewer still gives in each month of a year. */
export async function sumGiven(db: Db, viewer: Viewer, year: number) {
  const { rows } = await sql<{ month: number; value: number }>`
    select extract(month from appointments.starts_at)::integer as month, count(*)::integer as value from appointments
    where ${given(viewer)} and appointments.status <> 'cancelled' and appointments.ends_at > now()
      and extract(year from appointments.starts_at) = ${year}
    group by 1`.execute(db)
  return rows
}
