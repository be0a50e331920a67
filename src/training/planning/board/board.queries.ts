import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { epochSeconds } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { listTravelTimes, travelKey } from '../../../system/establishments/index.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { type CalendarAppointment } from '../../../system/calendar/points.ts'
import { listAppointments } from '../calendar/index.ts'
import { type BoardAnswer, type BoardLane, type BoardType, ELSEWHERE, WITHOUT } from './board.contract.ts'
import { type BoardQuery, ownFilters } from './board.forms.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { travelOf } from './travel.rules.ts'

/** More rows nobody reads; filters narrow them. */
const MOST_LANES = 400

const seesAll = (viewer: Viewer): boolean => viewerScope(viewer, boardArea) === 'all'
const only = (condition: boolean, sqlText: ReturnType<typeof sql<SqlBool>>) =>
  condition ? sqlText : sql<SqlBool>`true`

/** Of more days than a week nobody reads how much of them somebody works. */
const MOST_SECONDS = 8 * 86_400

/** For how many minutes of the days asked about a contact works, as far as that was written down. */
const minutesWorked = ({ from, to }: BoardQuery) =>
  to <= from || to - from > MOST_SECONDS
    ? sql`null::integer`
    : sql`(select sum(extract(epoch from h.closes - h.opens) / 60)::integer
        from generate_series(to_timestamp(${from})::date, to_timestamp(${to - 1})::date, '1 day') day
          join working_weeks w on w.contact_id = contacts.id and day between w.first_day and coalesce(w.last_day, 'infinity')
          join working_hours h on h.week_id = w.id and h.weekday = extract(isodow from day))`

/** People who teach, with what they can; a teacher sees the own row. */
async function teacherLanes(db: Db, viewer: Viewer, query: BoardQuery) {
  const { instructor_id = 0, skill_id = 0 } = query
  const { rows } = await sql<BoardLane>`
    select contacts.id, concat_ws(' ', contacts.first_name, nullif(contacts.last_name_prefix, ''), contacts.last_name) as name,
      coalesce((select string_agg(s.name, ', ' order by s.name collate "nl-x-icu") from contact_skills cs
        join skills s on s.id = cs.skill_id where cs.contact_id = contacts.id), '') as sub,
      ${minutesWorked(query)} as minutes
    from contacts
    where contacts.active and contacts.roles @> array[${sql.lit(ROLE.teacher)}]
      and ${only(!seesAll(viewer), sql<SqlBool>`contacts.id = ${viewer.contactId ?? 0}`)}
      and ${only(instructor_id > 0, sql<SqlBool>`contacts.id = ${instructor_id}`)}
      and ${only(skill_id > 0, sql<SqlBool>`exists (select 1 from contact_skills cs where cs.contact_id = contacts.id and cs.skill_id = ${skill_id})`)}
    order by contacts.last_name collate "nl-x-icu", contacts.first_name collate "nl-x-icu", contacts.id
    limit ${sql.lit(MOST_LANES)}`.execute(db)
  return rows
}

async function roomLanes(db: Db, { establishment_id = 0, room_id = 0 }: BoardQuery) {
  const { rows } = await sql<BoardLane>`
    select rooms.id, rooms.name, concat_ws(' · ', establishments.name,
      case when rooms.capacity is not null then rooms.capacity || ' plaatsen' end) as sub
    from rooms join establishments on establishments.id = rooms.establishment_id
    where rooms.active and establishments.active
      and ${only(establishment_id > 0, sql<SqlBool>`establishments.id = ${establishment_id}`)}
      and ${only(room_id > 0, sql<SqlBool>`rooms.id = ${room_id}`)}
    order by establishments.name collate "nl-x-icu", rooms.name collate "nl-x-icu", rooms.id
    limit ${sql.lit(MOST_LANES)}`.execute(db)
  return rows
}

async function establishmentLanes(db: Db, { establishment_id = 0 }: BoardQuery) {
  const { rows } = await sql<BoardLane>`
    select establishments.id, establishments.name, coalesce(nullif(establishments.city, establishments.name), '') as sub
    from establishments
    where establishments.active
      and ${only(establishment_id > 0, sql<SqlBool>`establishments.id = ${establishment_id}`)}
    order by establishments.name collate "nl-x-icu", establishments.id
    limit ${sql.lit(MOST_LANES)}`.execute(db)
  return rows
}

const lanesOf = (db: Db, viewer: Viewer, type: BoardType, query: BoardQuery): Promise<BoardLane[]> =>
  type === 'teachers'
    ? teacherLanes(db, viewer, query)
    : type === 'locations'
      ? roomLanes(db, query)
      : establishmentLanes(db, query)

/** In which rows each of these plannings stands; what is cancelled needs nobody any more. */
async function placesOf(
  db: Db,
  type: BoardType,
  appointments: CalendarAppointment[],
): Promise<Map<number, { lanes: number[]; establishment?: number | null }>> {
  const ids = appointments.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const without = sql.lit(WITHOUT)
  const { rows } =
    type === 'teachers'
      ? await sql<{ id: number; lanes: number[]; establishment: number | null }>`
          select a.id, min(rooms.establishment_id) as establishment, coalesce(array_agg(distinct r.contact_id) filter (where r.contact_id is not null),
            case when a.status = 'cancelled' then '{}'::integer[] else array[${without}]::integer[] end) as lanes
          from appointments a left join appointment_responsibles r on r.appointment_id = a.id and r.role_id = ${sql.lit(ROLE.teacher)}
            left join rooms on rooms.id = a.room_id
          where a.id = any(${ids}) group by a.id`.execute(db)
      : await sql<{ id: number; lanes: number[] }>`
          select a.id, case when a.room_id is not null then array[${type === 'locations' ? sql`a.room_id` : sql`rooms.establishment_id`}]
            when a.street is not null or a.join_url is not null or courses.online then array[${sql.lit(ELSEWHERE)}]
            when a.status = 'cancelled' then '{}' else array[${without}] end::integer[] as lanes
          from appointments a left join rooms on rooms.id = a.room_id
            join appointment_groups g on g.id = a.group_id join courses on courses.id = g.course_id
          where a.id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Rows that stand first, while something is in them. */
function withOpenLanes(type: BoardType, lanes: BoardLane[], used: ReadonlySet<number>): BoardLane[] {
  const what = type === 'teachers' ? 'docent' : 'lokaal'
  const without = { id: WITHOUT, name: `Zonder ${what}`, sub: '' }
  const elsewhere = { id: ELSEWHERE, name: 'Online of elders', sub: '' }
  return [...(used.has(WITHOUT) ? [without] : []), ...lanes, ...(used.has(ELSEWHERE) ? [elsewhere] : [])]
}

/** Rows, what stands in them, and when who or what is away: four round trips, however many rows there are. */
export async function readBoard(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  viewer: Viewer,
  type: BoardType,
  asked: BoardQuery,
): Promise<BoardAnswer<CalendarAppointment>> {
  const query = ownFilters(type, asked)
  const { skill_id: _skill, ...ofCalendar } = query
  const [lanes, answer] = await Promise.all([
    lanesOf(db, viewer, type, query),
    listAppointments(db, viewer, { ...ofCalendar, type: query.type === 'd' ? 'd' : 'w' }),
  ])
  const resource = { teachers: 'contact', locations: 'room', establishments: 'establishment' }[type]
  const span = { from: new Date(query.from * 1000), to: new Date(query.to * 1000) }
  const [places, away, times] = await Promise.all([
    placesOf(db, type, answer.appointments),
    query.to <= query.from
      ? []
      : listOccupations(db, registry, {
          spans: [span],
          of: { [resource]: lanes.map(({ id }) => id) },
          onlyAway: true,
        }),
    type === 'teachers' && seesAll(viewer) ? listTravelTimes(db) : new Map<string, number>(),
  ])
  const shown = new Set(lanes.map(({ id }) => id))
  const isNarrowed = type === 'teachers' && (query.instructor_id !== undefined || query.skill_id !== undefined)
  const appointments = answer.appointments.flatMap((appointment) => {
    const own = (places.get(appointment.id)?.lanes ?? []).filter((id) => shown.has(id) || (id <= 0 && !isNarrowed))
    return own.length > 0 ? [{ ...appointment, lanes: own }] : []
  })
  const used = new Set(appointments.flatMap((appointment) => appointment.lanes))
  return {
    ...answer,
    from: query.from,
    appointments,
    total: appointments.length,
    lanes: seesAll(viewer)
      ? withOpenLanes(type, lanes, used)
      : lanes.filter(({ id }) => type === 'teachers' || used.has(id)),
    away: away.map(({ resource_id, starts_at, ends_at, description }) => ({
      lane: resource_id,
      from: epochSeconds(starts_at),
      to: epochSeconds(ends_at),
      text: description,
    })),
    travel: travelOf(
      appointments
        .filter(({ cancelled }) => !cancelled)
        .map((one) => ({ ...one, establishment: places.get(one.id)?.establishment ?? null })),
      (one, other) => times.get(travelKey(one, other)) ?? null,
    ),
  }
}
