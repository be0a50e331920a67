import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { isOpenPart, partPlace } from '../../planning/appointments/index.ts'

/** So many dates a message names; who wants another one asks. */
const MOST_DATES = 5

export interface OtherDate {
  course: string
  starts_at: Date
  ends_at: Date
  place: string
  free: number
}

/**
 * Other plannings that somebody of these parts could go to, for who reads that theirs is not held: of the same course, then
 * of those that may take its place, each with a place in all of its parts that nobody on a waiting list is asked for.
 * @param made the course of a planning that is not there yet, in the place of these parts
 */
export async function listOtherDates(db: Db, partIds: number[], made: number | null = null): Promise<OtherDate[]> {
  const own =
    made === null
      ? sql`select g.id, g.course_id from appointments a join appointment_groups g on g.id = a.group_id
          where a.id = any(${partIds}::integer[]) order by a.id limit 1`
      : sql`select 0 as id, ${made}::integer as course_id`
  const { rows } = await sql<OtherDate>`
    with own as (${own}), wanted as (
      select course_id, 0 as rank from own
      union all
      select other.alternative_id, 1 from course_alternatives other join own on own.course_id = other.course_id
        join courses c on c.id = other.alternative_id and c.active
    ), goals as (
      select g.id, wanted.course_id, wanted.rank, goal.first, goal.free from wanted
      join appointment_groups g on g.course_id = wanted.course_id and g.id <> (select id from own)
      cross join lateral (
        select min(appointments.starts_at) as first,
               min(appointments.max_count - appointments.enrolled_count - appointments.reserved_count)::integer as free
        from appointments where appointments.group_id = g.id and appointments.status <> 'cancelled'
        having bool_and(${isOpenPart})
      ) goal
      where not exists (select from waiting_turns turn where turn.group_id = g.id and turn.pending)
      order by wanted.rank, goal.first, g.id limit ${MOST_DATES}
    )
    select c.description as course, appointments.starts_at, appointments.ends_at, ${partPlace} as place, goals.free
    from goals join courses c on c.id = goals.course_id
    join lateral (select part.id from appointments part where part.group_id = goals.id and part.status <> 'cancelled'
      order by part.starts_at, part.id limit 1) begin on true
    join appointments on appointments.id = begin.id
    order by goals.rank, goals.first, goals.id`.execute(db)
  return rows
}
