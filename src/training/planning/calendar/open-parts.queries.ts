import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { formatCount, formatPeriod } from '../../../platform/format/format.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../../platform/access/viewer.ts'
import type { Waiting } from '../../../system/calendar/points.ts'

/** Days after which results that are still open are no longer asked for on the opening page. */
const ASKED_DAYS = 90
const MOST_ASKED = 3

const TITLE = 'Nog in te vullen'

/** Parts that this teacher gave and whose results are not all filled in, the latest first, and how many more there are. */
export async function findOpenParts(db: Db, viewer: Viewer): Promise<Waiting> {
  if (!hasRole(viewer, ROLE.teacher) || viewer.contactId === null) return { title: TITLE, lines: [], more: null }
  const { rows } = await sql<{
    id: number
    title: string
    starts_at: Date
    ends_at: Date
    open: number
    total: number
  }>`
    select appointments.id, appointments.starts_at, appointments.ends_at, counted.open, count(*) over ()::integer as total,
           case when appointments.description = c.description then c.description
                else c.description || ': ' || appointments.description end as title
    from appointment_responsibles own
    join appointments on appointments.id = own.appointment_id
    join appointment_groups g on g.id = appointments.group_id
    join courses c on c.id = g.course_id
    cross join lateral (
      select count(*)::integer as open from enrolments
      where appointment_id = appointments.id and (present is null or passed is null)) counted
    where own.contact_id = ${viewer.contactId} and own.role_id = ${sql.lit(ROLE.teacher)} and counted.open > 0
      and appointments.status not in ('cancelled', 'done')
      and appointments.starts_at between now() - make_interval(days => ${ASKED_DAYS}) and now()
    order by appointments.starts_at desc, appointments.id
    limit ${MOST_ASKED}
  `.execute(db)
  const lines = rows.map(({ id, title, starts_at, ends_at, open }) => ({
    title,
    period: formatPeriod(starts_at, ends_at),
    count: formatCount(open, 'cursist', 'cursisten'),
    href: `/calendar/results/${id}`,
  }))
  const more = (rows[0]?.total ?? 0) - lines.length
  return { title: TITLE, lines, more: more > 0 ? formatCount(more, 'eerdere planning', 'eerdere planningen') : null }
}
