import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ROLE, STAFF } from '../../../platform/access/roles.ts'
import { isPlanner, type Viewer } from '../../../platform/access/viewer.ts'
import { formatShortDay } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { beside, type Beside, type Found, RANK, type SearchSource } from '../../../platform/search/search.ts'
import { likePattern } from '../../../platform/matching/conditions.ts'
import { type PlanningTerms, planningTermsOf } from './search-terms.rules.ts'

/** Of a course that is held very often so many plannings are weighed, the newest. */
const MOST_WEIGHED = 300

/** What else a part is read with. */
const PLACES = sql`
  join appointment_groups g on g.id = appointments.group_id
  join courses c on c.id = g.course_id
  left join rooms r on r.id = appointments.room_id
  left join establishments e on e.id = r.establishment_id`

/** Where a part is held in a word; a room is named to planners alone (T-194). */
const placeText = (viewer: Viewer) =>
  sql<string>`normalise(concat_ws(' ', appointments.city, appointments.address_name, e.name, e.city${
    isPlanner(viewer) ? sql`, r.name` : sql``
  }))`

/** Parts of the courses that a word fits; of no course, those to come at a place that it fits. */
function candidates(patterns: string[], place: RawBuilder<string>): RawBuilder<unknown> {
  const fits = (text: RawBuilder<unknown>) =>
    sql`${text} like any(array(select normalise(pattern) from unnest(${patterns}::text[]) as pattern))`
  const courses = sql`select id from courses where ${fits(sql`search_text`)}`
  return sql`
    select part.id from (
      select id from appointment_groups where course_id = any(array(${courses})) order by id desc limit ${MOST_WEIGHED}
    ) as held join appointments part on part.group_id = held.id
    union all
    (select appointments.id from appointments ${PLACES}
     where not exists (${courses}) and appointments.room_id = any(array(
         select rooms.id from rooms join establishments on establishments.id = rooms.establishment_id
         where ${fits(sql`normalise(concat_ws(' ', establishments.name, establishments.city, rooms.name))`)}))
       and appointments.starts_at >= now() - interval '1 day' and ${fits(place)}
     order by appointments.starts_at limit ${MOST_WEIGHED})`
}

/**
 * One part of each planning that fits, the first that is not over yet; what comes before what was, the nearest first, and
 * of a day what is certain before an option.
 */
function byTerms(
  { days, words }: PlanningTerms,
  viewer: Viewer,
  offered: Expression<SqlBool>,
  most: RawBuilder<number>,
) {
  const patterns = words.map(likePattern)
  const place = placeText(viewer)
  const course = isPlanner(viewer) ? sql`c.search_text` : sql`normalise(c.description)`
  const conditions = [
    days === null
      ? sql`appointments.id in (${candidates(patterns, place)})`
      : sql`appointments.starts_at >= ${days.from}::date and appointments.starts_at < ${days.until}::date`,
    ...patterns.map((pattern) => {
      const wanted = sql`(select normalise(${pattern}))`
      return sql`(${course} like ${wanted} or ${place} like ${wanted})`
    }),
    offered,
  ]
  return sql`
    select id, ${sql.lit(days === null ? RANK.words : RANK.first)} as rank,
           row_number() over (order by is_over, abs(starts_at::date - current_date), is_option, starts_at, id) as place
    from (
      select distinct on (appointments.group_id) appointments.id, appointments.starts_at, appointments.ends_at < now() as is_over,
        appointments.status = 'option' as is_option
      from appointments ${PLACES}
      where ${sql.join(conditions, sql` and `)}
      order by appointments.group_id, appointments.ends_at < now(), appointments.starts_at) as one
    order by place limit ${most}`
}

/** 'di 24-11 · Zwolle · 7/14' with its status, as far as every role of the viewer reads that in the calendar (T-194, T-195). */
const besidePlanning = (viewer: Viewer) => {
  const seesStatus = viewer.roles.every((role) => role === ROLE.supervisor || STAFF.includes(role))
  const counts = viewer.roles.every((role) => role === ROLE.supervisor) || isPlanner(viewer)
  return beside(
    sql<{ starts: number; place: string | null; taken: number; most: number; label: string; css: string }>`(
      select jsonb_build_object(
        'starts', extract(epoch from appointments.starts_at)::bigint,
        'place', coalesce(appointments.city, e.name, case when c.online then 'Online' end),
        'taken', appointments.enrolled_count + appointments.reserved_count, 'most', appointments.max_count,
        'label', st.label, 'css', coalesce(st.color, st.css))
      from appointment_groups g
      join courses c on c.id = g.course_id
      join appointment_statuses st on st.key = appointments.status
      left join rooms r on r.id = appointments.room_id
      left join establishments e on e.id = r.establishment_id
      where g.id = appointments.group_id)`,
    ({ starts, place, taken, most, label, css }): Beside => ({
      text: [formatShortDay(new Date(starts * 1000)), place, counts ? `${taken}/${most}` : null]
        .filter(Boolean)
        .join(' · '),
      ...(seesStatus ? { status: { label, css } } : {}),
    }),
  )
}

const courseName = sql<string>`(select c.description from appointment_groups g
  join courses c on c.id = g.course_id where g.id = appointments.group_id)`

/** Plannings by number (rulings 5), and by course, place and day: 'bhv 24-11', 'bhv zwolle'. */
export const appointmentSearch: SearchSource = {
  type: 'Appointment',
  record: 'appointment',
  label: 'Planningen',
  icon: 'calendar',
  open: '/calendar/view-appointment/{id}',
  order: 10,
  // Who quotes the number reads it back.
  name: (viewer) =>
    isPlanner(viewer) ? sql<string>`${courseName} || ' · planning ' || appointments.group_id` : courseName,
  exact: (typed) => {
    // As messages and mails write it too: 'planning 20418'.
    const [, number] = /^(?:planning\s+)?([1-9]\d{0,8})$/i.exec(typed) ?? []
    if (number === undefined) return []
    return [
      {
        field: 'appointment_group_id',
        value: sql<string>`appointments.group_id::text`,
        where: sql<SqlBool>`appointments.id = (
          select part.id from appointments part where part.group_id = ${Number(number)}
          order by part.ends_at < now(), part.starts_at limit 1)`,
      },
    ]
  },
  finds: (typed, { viewer, offered, most }): Found[] => {
    const terms = planningTermsOf(typed, today())
    if (terms.days === null && terms.words.length === 0) return []
    return [{ field: 'description', value: courseName, rows: byTerms(terms, viewer, offered, most) }]
  },
  beside: besidePlanning,
}
