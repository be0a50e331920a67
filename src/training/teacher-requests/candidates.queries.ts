import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { addDays, instantOf, wallClock, weekday } from '../../platform/format/zone.ts'
import type { Registry } from '../../platform/registry.ts'
import { fullName, nameColumns } from '../../relations/contacts/index.ts'
import { listOccupations } from '../../system/occupations/index.ts'
import { judgeParts } from '../appointments/index.ts'
import type { SearchPart } from './teacher-requests.queries.ts'
import { type Candidate, ranked } from './teacher-requests.rules.ts'

/** More teachers than this no planner looks through. */
const MOST = 500
/** What 'lately' is, of who was asked. */
const LATELY_DAYS = 28

/** Teachers who are active, or these of them. */
const listTeachers = (db: Db | Trx, ids: readonly number[] | null) =>
  db
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns, 'contacts.email', 'contacts.roles'])
    .select(
      sql<number>`(select count(*)::integer from teacher_requests r where r.contact_id = contacts.id
        and r.asked_at > now() - make_interval(days => ${LATELY_DAYS}))`.as('asked_lately'),
    )
    .where('contacts.active', '=', true)
    .where(sql<boolean>`contacts.roles && array[${sql.lit(ROLE.teacher)}]`)
    .$if(ids !== null, (query) => query.where('contacts.id', 'in', ids!))
    .orderBy('contacts.last_name')
    .orderBy('contacts.id')
    .limit(MOST)
    .execute()

/** The week of an instant in Amsterdam, Monday to Sunday. */
function weekOf(instant: Date): { from: Date; to: Date } {
  const { day } = wallClock(instant)
  const monday = addDays(day, 1 - weekday(day))
  return { from: instantOf(monday, '00:00')!, to: instantOf(addDays(monday, 7), '00:00')! }
}

/**
 * Teachers for a part, with what speaks against each by the one judgement of planning, in the order in which they are
 * proposed: as many queries for a hundred as for one.
 * @param ids these alone; left out everybody who is not in the part yet
 */
export async function listCandidates(
  db: Db | Trx,
  registry: Registry,
  part: SearchPart,
  ids: readonly number[] | null = null,
): Promise<Candidate[]> {
  if (ids?.length === 0) return []
  const inPart = new Set(part.responsibles)
  const people = (await listTeachers(db, ids)).filter(({ id }) => !inPart.has(id))
  if (people.length === 0) return []
  const booked = {
    id: part.id,
    description: part.description,
    component_id: part.component_id,
    starts_at: part.starts_at,
    ends_at: part.ends_at,
    room_id: part.room_id,
    people: people.map((person) => ({
      contact_id: person.id,
      role_id: ROLE.teacher,
      starts_at: null,
      ends_at: null,
      name: fullName(person),
    })),
  }
  const [found = []] = await judgeParts(db, registry, [booked])
  const week = weekOf(part.starts_at)
  const busy = await listOccupations(db, registry, {
    spans: [week],
    of: { contact: people.map(({ id }) => id) },
    except: { record: 'appointment', ids: [part.id] },
  })
  const minutes = new Map<number, number>()
  for (const { resource_id, away, starts_at, ends_at } of busy) {
    if (away) continue
    const from = Math.max(starts_at.getTime(), week.from.getTime())
    const to = Math.min(ends_at.getTime(), week.to.getTime())
    minutes.set(resource_id, (minutes.get(resource_id) ?? 0) + (to - from) / 60_000)
  }
  const about = Map.groupBy(
    found.filter(({ resource }) => resource === 'contact'),
    ({ resource_id }) => resource_id,
  )
  return ranked(
    people.map((person) => {
      const findings = about.get(person.id) ?? []
      const textsOf = (tone: string) => findings.filter((one) => one.tone === tone).map(({ text }) => text)
      return {
        id: person.id,
        name: fullName(person),
        red: textsOf('red'),
        orange: textsOf('orange'),
        weekMinutes: Math.round(minutes.get(person.id) ?? 0),
        askedLately: person.asked_lately,
        hasEmail: (person.email ?? '') !== '',
      }
    }),
  )
}
