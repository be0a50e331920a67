import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'

import { type Permitted, listPermitted } from '../../../relations/bookings/index.ts'
import { listTravelTimes, roomLabel } from '../../../system/establishments/index.ts'
import { type Booking, type Occupation, listOccupations, overlaps } from '../../../system/occupations/index.ts'
import { listRemarks } from '../code95/index.ts'
import { listShortages } from '../../catalogue/material-needs/index.ts'
import type { ResponsibleRole } from './appointments.rules.ts'
import { type AwayPermitted, listAwayPermitted } from './away-permits.queries.ts'
import { mergeStretches, neighboursOf, travelFrom } from './near.rules.ts'
import {
  type Finding,
  type JudgedRoom,
  type Nearby,
  REST_HOURS,
  judgeCode95,
  judgeMaterial,
  judgePerson,
  judgeRoom,
  judgeStudents,
  sorted,
} from './findings.rules.ts'

/** A part as it is stored, or about to be. */
export interface BookedPart extends Booking {
  /** Of one that is stored. */
  id?: number
  component_id: number | null
  room_id: number | null
  /** For how many students it has places, by which material is counted; left out where only people are asked about. */
  max_count?: number
  people: {
    contact_id: number
    role_id: ResponsibleRole
    /** Own times within the part; null: from its start, to its end. */
    starts_at: Date | null
    ends_at: Date | null
    name: string
  }[]
}

/** What is looked at around a part: what needs rest or travelling, beside what overlaps. */
const AROUND_MS = (REST_HOURS + 1) * 3_600_000
export const spanAround = ({ starts_at, ends_at }: Pick<Booking, 'starts_at' | 'ends_at'>) => ({
  from: new Date(starts_at.getTime() - AROUND_MS),
  to: new Date(ends_at.getTime() + AROUND_MS),
})

/** Where these parts are, as far as they are in a room. */
async function establishmentsOf(db: Db | Trx, busy: Occupation[]): Promise<Map<number, number>> {
  const ids = busy.flatMap(({ record, record_id }) => (record === 'appointment' ? [record_id] : []))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('rooms', 'rooms.id', 'appointments.room_id')
    .select(['appointments.id', 'rooms.establishment_id'])
    .where(sql<boolean>`appointments.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.establishment_id]))
}

/** `listOccupations`, with where each of them is. */
export async function listNearby(
  db: Db | Trx,
  registry: Registry,
  asked: Parameters<typeof listOccupations>[2],
): Promise<(Occupation & Nearby)[]> {
  const busy = await listOccupations(db, registry, asked)
  const places = await establishmentsOf(db, busy)
  return busy.map((one) => ({
    ...one,
    establishment_id: one.record === 'appointment' ? (places.get(one.record_id) ?? null) : null,
  }))
}

/** The rooms of parts, by id. */
export async function findJudgedRooms(db: Db | Trx, ids: number[]): Promise<Map<number, JudgedRoom>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'rooms.id',
      roomLabel.as('name'),
      'rooms.establishment_id',
      'rooms.hired',
      'rooms.hire_confirmed',
      'rooms.option_until',
    ])
    .where('rooms.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names of skills that a component asks for and a person has not, by 'component-person'. */
export async function findLackedSkills(
  db: Db | Trx,
  components: number[],
  people: number[],
): Promise<Map<string, string[]>> {
  if (components.length === 0 || people.length === 0) return new Map()
  const { rows } = await sql<{ pair: string; names: string[] }>`
    select cs.component_id || '-' || person.id as pair, array_agg(s.name order by s.name) as names
    from component_skills cs join skills s on s.id = cs.skill_id
      cross join unnest(${people}::integer[]) as person (id)
    where cs.component_id = any(${components}) and not exists (
      select 1 from contact_skills own where own.contact_id = person.id and own.skill_id = cs.skill_id)
    group by 1`.execute(db)
  return new Map(rows.map(({ pair, names }) => [pair, names]))
}

const timesOf = (part: BookedPart, { starts_at, ends_at }: BookedPart['people'][number]) => ({
  starts_at: starts_at ?? part.starts_at,
  ends_at: ends_at ?? part.ends_at,
})

/** Until when people proved the skills of components by certificates of ours, by 'component-person'. */
export async function findProofs(db: Db | Trx, components: number[], people: number[]) {
  type Proof = { pair: string; skill: string; valid_until: string }
  if (components.length === 0 || people.length === 0) return new Map<string, Proof[]>()
  const { rows } = await sql<Proof>`
    select cs.component_id || '-' || c.contact_id as pair, s.name as skill, max(c.valid_until)::text as valid_until
    from component_skills cs join skills s on s.id = cs.skill_id join courses on courses.proves_skill_id = s.id
      join certificates c on c.course_id = courses.id and c.withdrawn_at is null
    where cs.component_id = any(${components}) and c.contact_id = any(${people})
    group by 1, s.id, s.name having bool_and(c.valid_until is not null)
    order by s.name`.execute(db)
  return Map.groupBy(rows, ({ pair }) => pair)
}

type Span = Pick<Booking, 'starts_at' | 'ends_at'>

/** Says of what takes a person or a room at the same time whether a planner permitted it, for all of that time. */
const markPermitted = (all: Nearby[], permitted: (Permitted | AwayPermitted)[], during: Span): Nearby[] =>
  all.map((one) => ({
    ...one,
    permitted: permitted.some(
      ({ other, other_id, ...until }) =>
        other === one.record &&
        other_id === one.record_id &&
        (!('away_from' in until) || (+until.away_from === +one.starts_at && +until.away_to === +one.ends_at)) &&
        Math.max(+one.starts_at, +during.starts_at) >= +until.starts_at &&
        Math.min(+one.ends_at, +during.ends_at) <= +until.ends_at,
    ),
  }))

/**
 * What is not right about parts, each for itself: with what is stored, but for these parts as they are stored now, and
 * with each other. The one judgement of planning: as many queries for thirty parts as for one.
 * @param students who takes part, by part, where that is asked about
 */
export async function judgeParts(
  db: Db | Trx,
  registry: Registry,
  parts: readonly BookedPart[],
  students: readonly { appointment_id: number; id: number; name: string }[] = [],
): Promise<Finding[][]> {
  const contact = [...new Set(parts.flatMap(({ people }) => people.map(({ contact_id }) => contact_id)))]
  const room = [...new Set(parts.flatMap(({ room_id }) => room_id ?? []))]
  const stored = parts.flatMap(({ id }) => id ?? [])
  const { apart, placeOf } = mergeStretches(parts.map(spanAround))
  const near = neighboursOf(parts, spanAround)
  const busy = await listNearby(db, registry, {
    spans: apart,
    of: { contact, room, student: [...new Set(students.map(({ id }) => id))] },
    except: stored.length === 0 ? undefined : { record: 'appointment', ids: stored },
  })
  const rooms = await findJudgedRooms(db, room)
  const components = parts.flatMap(({ component_id }) => component_id ?? [])
  const lacks = await findLackedSkills(db, [...new Set(components)], contact)
  const proofs = await findProofs(db, [...new Set(components)], contact)
  const times = await listTravelTimes(db)
  const permitted = [...(await listPermitted(db, 'appointment', stored)), ...(await listAwayPermitted(db, stored))]
  const short = await listShortages(db, registry, parts)
  const remarks = await listRemarks(db, parts)
  const asNearby = (other: BookedPart, during: Pick<Booking, 'starts_at' | 'ends_at'>): Nearby => ({
    record: 'appointment',
    record_id: other.id ?? 0,
    description: other.description,
    ...during,
    away: false,
    establishment_id: other.room_id === null ? null : (rooms.get(other.room_id)?.establishment_id ?? null),
  })
  const key = (span: number, resource: string, id: number) => `${span}-${resource}-${id}`
  const taken = Map.groupBy(busy, ({ span, resource, resource_id }) => key(span, resource, resource_id))
  const studentsOf = Map.groupBy(students, ({ appointment_id }) => appointment_id)
  const attends = new Set(students.map(({ appointment_id, id }) => `${appointment_id}-${id}`))
  const alsoIn = (part: BookedPart, others: readonly BookedPart[], id: number) =>
    others
      .filter((other) => overlaps(other, part) && attends.has(`${other.id}-${id}`))
      .map((other) => ({ ...asNearby(other, other), resource_id: id }))
  return parts.map((part, place) => {
    const others = near[place]!
    const of = (resource: string, id: number) => taken.get(key(placeOf[place]!, resource, id)) ?? []
    const taking = part.id === undefined ? [] : (studentsOf.get(part.id) ?? [])
    const allowing = (resource: string, id: number, during: Span, all: Nearby[]) =>
      markPermitted(
        all,
        permitted.filter((one) => one.record_id === part.id && one.resource === resource && one.resource_id === id),
        during,
      )
    const own = part.room_id === null ? undefined : rooms.get(part.room_id)
    const people = part.people.flatMap((person) => {
      const elsewhere = others.flatMap((other) =>
        other.people
          .filter(({ contact_id }) => contact_id === person.contact_id)
          .map((one) => asNearby(other, timesOf(other, one))),
      )
      const judged = {
        ...person,
        ...timesOf(part, person),
        lacks: lacks.get(`${part.component_id}-${person.contact_id}`) ?? [],
        proved: proofs.get(`${part.component_id}-${person.contact_id}`) ?? [],
      }
      const nearby = [...of('contact', person.contact_id), ...elsewhere]
      return judgePerson(judged, allowing('contact', person.contact_id, judged, nearby), travelFrom(times, own))
    })
    const inRoom = others.filter((other) => other.room_id === part.room_id).map((other) => asNearby(other, other))
    return sorted([
      ...people,
      ...(own ? judgeRoom(own, part, allowing('room', own.id, part, [...of('room', own.id), ...inRoom])) : []),
      ...judgeMaterial(short[place]!, part),
      ...judgeCode95(part.id ?? 0, remarks[place]!),
      ...judgeStudents(
        taking,
        part,
        taking.flatMap(({ id }) => [...of('student', id), ...alsoIn(part, others, id)]),
      ),
    ])
  })
}
