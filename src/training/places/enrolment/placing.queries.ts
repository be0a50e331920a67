import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { withHeld } from './enrolment.queries.ts'
import { freePlaces } from './enrolment.rules.ts'
import type { Opening } from './placing.rules.ts'

/** So far ahead somebody looks who chooses a planning. */
const MOST_OPENINGS = 40

export interface CourseOpening extends Opening {
  course: string
  starts_at: Date
  free: number
}

interface PartRow {
  id: number
  group_id: number
  course_id: number
  course: string
  component_id: number | null
  description: string
  starts_at: Date
  max_count: number
  enrolled_count: number
  reserved_count: number
  enrolled: number[]
}

/**
 * The next plannings of courses that everybody can be enrolled in, the first one first.
 * @param people of whom it is said in which parts they are
 * @param except the planning that they come from
 */
export async function listOpenings(
  db: Db | Trx,
  viewer: Viewer,
  courses: number[],
  people: number[],
  except: number | null = null,
): Promise<CourseOpening[]> {
  const { rows } = await sql<PartRow>`
    with openings as (
      select n.id, n.course_id from unnest(${courses}::integer[]) asked(id) cross join lateral (
        select g.id, g.course_id from appointment_groups g join appointments p on p.group_id = g.id
        where g.course_id = asked.id and not g.incompany and g.id is distinct from ${except}::integer and p.status <> 'cancelled'
        group by g.id having bool_and(p.status in ('planned', 'confirmed')) and min(p.starts_at) > now()
        order by min(p.starts_at), g.id limit ${MOST_OPENINGS}) n)
    select p.id, p.group_id, openings.course_id, courses.description as course, p.component_id, p.description, p.starts_at, p.max_count,
      p.enrolled_count, p.reserved_count,
      array(select e.contact_id from enrolments e where e.appointment_id = p.id and e.contact_id = any(${people}::integer[])) as enrolled
    from openings join appointments p on p.group_id = openings.id and p.status <> 'cancelled'
      join courses on courses.id = openings.course_id
    order by p.starts_at, p.id`.execute(db)
  const parts = await withHeld(db, viewer, rows)
  return [...Map.groupBy(parts, ({ group_id }) => group_id)].map(([id, own]) => ({
    id,
    courseId: own[0]!.course_id,
    course: own[0]!.course,
    starts_at: own[0]!.starts_at,
    free: Math.max(0, Math.min(...own.map((part) => freePlaces(part)))),
    parts: own.map((part) => ({
      id: part.id,
      componentId: part.component_id,
      description: part.description,
      free: freePlaces(part),
      enrolled: new Set(part.enrolled),
    })),
  }))
}
