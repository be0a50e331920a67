import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { countedMinutes } from './code95.rules.ts'
import { findCounted } from './code95.queries.ts'
import { type Hours, type TakenPart, daysOf, hoursOf } from './hours.rules.ts'

/** What these parts count for, in minutes, by id; those of other courses are not there. */
export async function listCountedParts(db: Db | Trx, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const parts = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select(['appointments.id', 'appointments.component_id'])
    .where('appointments.id', 'in', ids)
    .where('courses.code95_code', 'is not', null)
    .execute()
  const worth = await findCounted(
    db,
    parts.flatMap(({ component_id }) => component_id ?? []),
  )
  return new Map(
    parts.map(({ id, component_id }) => {
      const own = component_id === null ? undefined : worth.get(component_id)
      return [id, own === undefined ? 0 : countedMinutes(own.counted)]
    }),
  )
}

/** The choices of a form in place of what is stored, by 'contact-part'. */
type Present = ReadonlyMap<string, 0 | 1 | null>

/** What each student gets for these parts of one planning, by contact; null where they do not count for code 95. */
export async function listHours(
  db: Db | Trx,
  ids: number[],
  chosen: Present = new Map(),
): Promise<Map<number, Hours & { days: Map<string, number> }> | null> {
  const counted = await listCountedParts(db, ids)
  if (counted.size === 0) return null
  const signed = (moment: 'start' | 'end') => sql<boolean>`exists (select from presence_signatures s
    where s.appointment_id = enrolments.appointment_id and s.contact_id = enrolments.contact_id
      and s.moment = ${sql.lit(moment)})`
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'enrolments.contact_id',
      'enrolments.present',
      'enrolments.arrived_at',
      signed('start').as('signedIn'),
      signed('end').as('signedOut'),
    ])
    .where('enrolments.appointment_id', 'in', ids)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
  const taken = rows.map((row) => {
    const choice = chosen.get(`${row.contact_id}-${row.id}`)
    const part: TakenPart = {
      ...row,
      minutes: counted.get(row.id) ?? 0,
      present: (choice === undefined ? row.present : choice) as TakenPart['present'],
      arrivedAt: row.arrived_at,
    }
    return { contactId: row.contact_id, part }
  })
  const byStudent = Map.groupBy(taken, ({ contactId }) => contactId)
  return new Map(
    [...byStudent].map(([id, own]) => {
      const parts = own.map(({ part }) => part)
      return [id, { ...hoursOf(parts), days: daysOf(parts) }]
    }),
  )
}
