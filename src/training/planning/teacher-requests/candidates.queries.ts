import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { addressed, fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { listOccupations } from '../../../system/occupations/index.ts'
import { judgeParts } from '../appointments/index.ts'
import { countLately, plannedMinutes, weekOf } from '../../catalogue/workload/index.ts'
import type { SearchPart } from './teacher-requests.queries.ts'
import { type Candidate, ranked } from './teacher-requests.rules.ts'

/** More teachers than this no planner looks through. */
const MOST = 500
/** Teachers who are active, or these of them. */
const listTeachers = (db: Db | Trx, ids: readonly number[] | null) =>
  db
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns, 'contacts.email', 'contacts.roles'])
    .where('contacts.active', '=', true)
    .where(sql<boolean>`contacts.roles && array[${sql.lit(ROLE.teacher)}]`)
    .$if(ids !== null, (query) => query.where('contacts.id', 'in', ids!))
    .orderBy('contacts.last_name')
    .orderBy('contacts.id')
    .limit(MOST)
    .execute()

/** How somebody is addressed. */
export async function findAddressed(db: Db | Trx, id: number): Promise<string | undefined> {
  const name = await db.selectFrom('contacts').select(nameColumns).where('id', '=', id).executeTakeFirst()
  return name && addressed(name)
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
  const asked = people.map(({ id }) => id)
  const busy = await listOccupations(db, registry, {
    spans: [weekOf(part.starts_at)],
    of: { contact: asked },
    except: { record: 'appointment', ids: [part.id] },
  })
  const busyOf = Map.groupBy(busy, ({ resource_id }) => resource_id)
  const lately = await countLately(db, asked)
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
        weekMinutes: plannedMinutes(busyOf.get(person.id) ?? [], part.starts_at),
        lately: lately.get(person.id) ?? 0,
        hasEmail: (person.email ?? '') !== '',
      }
    }),
  )
}
