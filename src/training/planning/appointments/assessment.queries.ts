/** What is not right about parts, as they are stored or as somebody is about to save them. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { roomLabel } from '../../../system/establishments/index.ts'
import type { ResponsibleRole } from './appointments.rules.ts'
import { type BookedPart, judgeParts } from './findings.queries.ts'
import { type Finding, judgeCrowd } from './findings.rules.ts'

const storedParts = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('appointments')
    .leftJoin('course_components', 'course_components.id', 'appointments.component_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      roomLabel.as('room'),
      'rooms.capacity',
      'appointments.id',
      'appointments.description',
      'starts_at',
      'ends_at',
      'component_id',
      'room_id',
      'max_count',
      sql<number>`enrolled_count + reserved_count`.as('students'),
      'max_per_teacher',
      'max_per_lotus',
    ])
    .where('appointments.id', 'in', ids)
    .where('status', '<>', 'cancelled')
    .where('ends_at', '>', new Date())
    .execute()

const enrolledIn = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .select(['enrolments.appointment_id', 'contacts.id', ...nameColumns])
    .where('appointment_id', 'in', ids)
    .execute()

type WholePart = Awaited<ReturnType<typeof storedParts>>[number] & Pick<BookedPart, 'people'>

/** By part what is not right about it, those who take part in it among it. */
async function judgeWhole(db: Db | Trx, registry: Registry, parts: WholePart[]): Promise<Map<number, Finding[]>> {
  const students = await enrolledIn(
    db,
    parts.map(({ id }) => id),
  )
  const found = await judgeParts(
    db,
    registry,
    parts,
    students.map((one) => ({ ...one, name: fullName(one) })),
  )
  const crowded = (part: WholePart) =>
    judgeCrowd(
      part,
      part.people.map(({ role_id }) => role_id),
    )
  return new Map(parts.map((part, i) => [part.id, [...found[i]!, ...crowded(part)]]))
}

/** What is not right about the coming parts of a planning as they are stored, by part. */
export async function judgeStored(db: Db | Trx, registry: Registry, ids: number[]): Promise<Map<number, Finding[]>> {
  const rows = ids.length === 0 ? [] : await storedParts(db, ids)
  if (rows.length === 0) return new Map()
  const people = await db
    .selectFrom('appointment_responsibles')
    .innerJoin('contacts', 'contacts.id', 'appointment_responsibles.contact_id')
    .select(['appointment_id', 'contact_id', 'role_id', 'starts_at', 'ends_at', ...nameColumns])
    .where(
      'appointment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const peopleOf = Map.groupBy(people, ({ appointment_id }) => appointment_id)
  return judgeWhole(
    db,
    registry,
    rows.map((row) => ({
      ...row,
      people: (peopleOf.get(row.id) ?? []).map((one) => ({
        ...one,
        role_id: one.role_id as ResponsibleRole,
        name: fullName(one),
      })),
    })),
  )
}

/** What is not right about a coming part as somebody is about to save it. */
export async function judgeTyped(
  db: Db | Trx,
  registry: Registry,
  id: number,
  {
    people,
    ...typed
  }: Pick<WholePart, 'starts_at' | 'ends_at' | 'room_id' | 'max_count'> & {
    people: Omit<BookedPart['people'][number], 'name'>[]
  },
): Promise<Finding[]> {
  const [stored] = await storedParts(db, [id])
  if (!stored) return []
  const ids = people.map(({ contact_id }) => contact_id)
  const named =
    ids.length === 0
      ? []
      : await db
          .selectFrom('contacts')
          .select(['contacts.id', ...nameColumns])
          .where('id', 'in', ids)
          .execute()
  const places = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([roomLabel.as('room'), 'rooms.capacity'])
    .where('rooms.id', '=', typed.room_id)
    .executeTakeFirst()
  const names = new Map(named.map((one) => [one.id, fullName(one)]))
  const part = {
    ...stored,
    ...(places ?? { room: '', capacity: null }),
    ...typed,
    people: people.flatMap((one) => (names.has(one.contact_id) ? [{ ...one, name: names.get(one.contact_id)! }] : [])),
  }
  return (await judgeWhole(db, registry, [part])).get(id) ?? []
}
