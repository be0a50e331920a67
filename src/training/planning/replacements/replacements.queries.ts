import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { addDays, today, wallClock } from '../../../platform/format/zone.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { validAddress } from '../../../system/messages/index.ts'
import { listTravelTimes } from '../../../system/establishments/index.ts'
import { type AwayPeriod, listOccupations, overlaps } from '../../../system/occupations/index.ts'
import {
  type Nearby,
  type ResponsibleRole,
  findLackedSkills,
  findProofs,
  judgePerson,
  listNearby,
  placeFor,
  spanAround,
  travelFrom,
} from '../appointments/index.ts'
import { countLately, minutesWithin, weekOf } from '../../catalogue/workload/index.ts'
import type { Candidate } from './replacements.rules.ts'

/** Who asks, and where. */
export interface Asking {
  db: Db | Trx
  registry: Registry
  viewer: Viewer
}

/** A part that somebody would give while they are away. */
export interface Hit {
  /** The part. */
  id: number
  group_id: number
  description: string
  course: string
  place: string
  component_id: number | null
  establishment_id: number | null
  students: number
  /** The row that plans the person there. */
  responsible_id: number
  role_id: ResponsibleRole
  /** When the person is needed. */
  starts_at: Date
  ends_at: Date
  /** Whether its course says that its students are told of another teacher. */
  tells_replacement: boolean
  /** Who is there anyway. */
  others: number[]
  /** How many there are in all. */
  total: number
}

/** More at once nobody goes through; the rest follows when these are done. */
export const MOST_HITS = 60
/** Of who is away without an end, this much is arranged now. */
export const OPEN_DAYS = 28
const OVER = ['cancelled', 'done', 'executed']

/** The last day of which something is arranged of who is away without an end; null where there is one. */
export function lastArranged({ first_day, last_day }: AwayPeriod): string | null {
  if (last_day !== null) return null
  const now = today()
  return addDays(first_day > now ? first_day : now, OPEN_DAYS)
}

/** From when until when somebody is away; of who is away without an end, what is arranged now. */
export async function spanOf(db: Db | Trx, { first_day, last_day, from_time, until_time }: AwayPeriod) {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(during) as "from", upper(during) as "to" from away_during(${first_day}::date,
      coalesce(${last_day}::date, greatest(${first_day}::date, current_date) + ${OPEN_DAYS}::integer),
      ${from_time}::time, ${until_time}::time) during`.execute(db)
  return rows[0]!
}

/**
 * What a person gives, as a teacher or otherwise, while they are away and that is still to come: by the one query of who
 * is busy, of which other areas have their own rows.
 */
export async function listHits(
  { db, registry, viewer }: Asking,
  contactId: number,
  period: AwayPeriod,
): Promise<Hit[]> {
  const spans = [await spanOf(db, period)]
  const busy = await listOccupations(db, registry, { spans, of: { contact: [contactId] } })
  const parts = busy.filter(({ record }) => record === 'appointment').map(({ record_id }) => record_id)
  if (parts.length === 0) return []
  const { rows } = await sql<Hit>`
    select appointments.id, appointments.group_id, appointments.description, courses.description as course,
      courses.tells_replacement, ${placeFor(viewer)} as place, appointments.component_id, rooms.establishment_id,
      appointments.enrolled_count + appointments.reserved_count as students, r.id as responsible_id, r.role_id,
      coalesce(r.starts_at, appointments.starts_at) as starts_at, coalesce(r.ends_at, appointments.ends_at) as ends_at,
      array(select other.contact_id from appointment_responsibles other
        where other.appointment_id = appointments.id and other.contact_id <> ${contactId}) as others,
      count(*) over ()::integer as total
    from appointment_responsibles r join appointments on appointments.id = r.appointment_id
      join appointment_groups g on g.id = appointments.group_id join courses on courses.id = g.course_id
      left join rooms on rooms.id = appointments.room_id
    where r.contact_id = ${contactId} and appointments.id = any(${parts})
      and appointments.status <> all(${OVER}) and now() < appointments.ends_at
    order by appointments.starts_at, appointments.id limit ${MOST_HITS}`.execute(db)
  return rows
}

interface Person {
  id: number
  name: string
  roles: number[]
}

async function listPeople(db: Db | Trx, roles: number[], except: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.roles', ...nameColumns])
    .where('active', '=', true)
    .where('contacts.id', '<>', except)
    .where(sql<boolean>`roles && ${roles}::integer[]`)
    .orderBy('contacts.id')
    .execute()
  return rows.map((row) => ({ id: row.id, roles: row.roles, name: fullName(row) }))
}

/** Names of the skills that components ask for. */
async function listAskedSkills(db: Db | Trx, components: number[]): Promise<Map<number, string[]>> {
  if (components.length === 0) return new Map()
  const { rows } = await sql<{ component_id: number; names: string[] }>`
    select cs.component_id, array_agg(s.name order by s.name) as names
    from component_skills cs join skills s on s.id = cs.skill_id where cs.component_id = any(${components}) group by 1
  `.execute(db)
  return new Map(rows.map(({ component_id, names }) => [component_id, names]))
}

type Busy = Awaited<ReturnType<typeof listNearby>>[number]

/** From the begin of the first week to the end of the last one, with the nights around them. */
function stretchOf(hits: readonly Hit[]) {
  const weeks = hits.map(({ starts_at }) => weekOf(starts_at))
  const last = new Date(Math.max(+weeks.at(-1)!.to, ...hits.map(({ ends_at }) => +ends_at)))
  const { from, to } = spanAround({ starts_at: weeks[0]!.from, ends_at: last })
  return { from, to }
}

/** The longest way that somebody has between a part and what else they give that day. */
function travelOf(
  day: string,
  busy: readonly (Busy & { day: string })[],
  minutes: (other: number) => number | null,
): number | null {
  const ways = busy
    .filter((one) => !one.away && one.day === day)
    .flatMap(({ establishment_id }) => (establishment_id === null ? [] : (minutes(establishment_id) ?? [])))
  return ways.length === 0 ? null : Math.max(...ways)
}

/** A person as a candidate of a part, and what keeps them busy, to which more can be added. */
export interface Asked extends Candidate {
  /** Judges anew with what the person would give besides. */
  beside(more: readonly Nearby[]): Candidate['findings']
}

/**
 * Who could take over each of these parts, whether or not they are free for it: by part. As many queries for twenty as
 * for one.
 */
export async function listCandidates(
  db: Db | Trx,
  registry: Registry,
  absent: number,
  hits: readonly Hit[],
): Promise<Map<number, Asked[]>> {
  if (hits.length === 0) return new Map()
  const people = await listPeople(db, [...new Set(hits.map(({ role_id }) => role_id))], absent)
  const ids = people.map(({ id }) => id)
  const components = [...new Set(hits.flatMap(({ component_id }) => component_id ?? []))]
  const busy = await listNearby(db, registry, { spans: [stretchOf(hits)], of: { contact: ids } })
  const busyOf = Map.groupBy(
    busy.map((one) => ({ ...one, day: wallClock(one.starts_at).day })),
    ({ resource_id }) => resource_id,
  )
  const [lacks, proofs] = [await findLackedSkills(db, components, ids), await findProofs(db, components, ids)]
  const [skills, times, lately] = [
    await listAskedSkills(db, components),
    await listTravelTimes(db),
    await countLately(db, ids),
  ]
  // What is the same for everybody is worked out once per part.
  const aboutHit = (hit: Hit) => {
    const { establishment_id, starts_at } = hit
    const travel = travelFrom(times, establishment_id === null ? undefined : { establishment_id })
    return { hit, travel, around: spanAround(hit), day: wallClock(starts_at).day, week: weekOf(starts_at) }
  }
  const askedFor = ({ hit, travel, around, day, week }: ReturnType<typeof aboutHit>, { id, name }: Person): Asked => {
    const { component_id, role_id, starts_at, ends_at } = hit
    const own = busyOf.get(id) ?? []
    const near = own.filter((one) => overlaps(one, { starts_at: around.from, ends_at: around.to }))
    const proved = proofs.get(`${component_id}-${id}`) ?? []
    const person = { contact_id: id, name, role_id, starts_at, ends_at, proved }
    const judged = { ...person, lacks: lacks.get(`${component_id}-${id}`) ?? [] }
    const days = proved.map(({ valid_until }) => valid_until).sort()
    return {
      id,
      name,
      findings: judgePerson(judged, near, travel),
      beside: (more) => judgePerson(judged, [...near, ...more], travel),
      skills: judged.lacks.length === 0 && component_id !== null ? (skills.get(component_id) ?? []) : [],
      provedUntil: days[0] ?? null,
      travelMinutes: travelOf(day, own, travel),
      weekMinutes: minutesWithin(own, week),
      lately: lately.get(id) ?? 0,
    }
  }
  return new Map(
    hits
      .map(aboutHit)
      .map((about) => [
        about.hit.id,
        people
          .filter(({ id, roles }) => roles.includes(about.hit.role_id) && !about.hit.others.includes(id))
          .map((person) => askedFor(about, person)),
      ]),
  )
}

/** How many of the students of these parts a message reaches, each once, and how many it does not. */
export async function countStudents(db: Db | Trx, parts: number[]): Promise<{ reached: number; missing: number }> {
  if (parts.length === 0) return { reached: 0, missing: 0 }
  const { rows } = await sql<{ reached: number; missing: number }>`
    select count(*) filter (where ${validAddress})::integer as reached, count(*) filter (where not ${validAddress})::integer as missing
    from (select distinct c.id, c.email::text as email from enrolments e join contacts c on c.id = e.contact_id
      where e.appointment_id = any(${parts})) a`.execute(db)
  return rows[0]!
}

/** An absence of this person that is there for all of such a period already. */
export async function findSameAbsence(
  db: Db | Trx,
  contactId: number,
  { first_day, last_day, from_time, until_time }: AwayPeriod,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from absences where contact_id = ${contactId}
      and during @> away_during(${first_day}::date, ${last_day}::date, ${from_time}::time, ${until_time}::time)
    order by id limit 1`.execute(db)
  return rows[0]?.id
}

/** Who teaches a part, and on which day it begins; nobody where it has no teacher, or is gone. */
export async function findTaught(db: Db, partId: number): Promise<{ contact_id: number; day: string } | undefined> {
  const part = await db
    .selectFrom('appointment_responsibles as r')
    .innerJoin('appointments as a', 'a.id', 'r.appointment_id')
    .select(['r.contact_id', 'a.starts_at'])
    .where('a.id', '=', partId)
    .where('r.role_id', '=', ROLE.teacher)
    .orderBy('r.id')
    .executeTakeFirst()
  return part && { contact_id: part.contact_id, day: wallClock(part.starts_at).day }
}
