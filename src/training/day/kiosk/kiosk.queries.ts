import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { KioskPart, KioskPerson } from './kiosk.rules.ts'

/** Where is asked: a tablet in an establishment, a phone by the code of a part. */
export type Place = { establishmentId: number } | { appointmentId: number }

/** Who is enrolled in parts of today in the rooms of an establishment, or in that one part; nobody else is known there. */
export async function listExpected(db: Db | Trx, place: Place, now: Date): Promise<KioskPerson[]> {
  const day = today(now)
  const rows = await db
    .selectFrom('appointments')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .innerJoin('enrolments', 'enrolments.appointment_id', 'appointments.id')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .leftJoin('companies', 'companies.id', 'enrolments.company_id')
    .select([
      'contacts.id',
      'contacts.first_name',
      'contacts.initials',
      'contacts.last_name_prefix',
      'contacts.last_name',
      sql<string | null>`to_char(contacts.birth_date, 'YYYY-MM-DD')`.as('birth_date'),
      'companies.name as company',
      'appointments.id as part_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'enrolments.present',
    ])
    .where((eb) =>
      'appointmentId' in place
        ? eb('appointments.id', '=', place.appointmentId)
        : eb('rooms.establishment_id', '=', place.establishmentId),
    )
    .where('appointments.status', '<>', 'cancelled')
    // As a range, which an index finds.
    .where('appointments.starts_at', '>=', instantOf(day, '00:00'))
    .where('appointments.starts_at', '<', instantOf(addDays(day, 1), '00:00'))
    .orderBy('contacts.id')
    .orderBy('appointments.starts_at')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own): KioskPerson => {
    const [first] = own as [(typeof own)[number]]
    return {
      id: first.id,
      firstName: first.first_name,
      initials: first.initials,
      prefix: first.last_name_prefix,
      lastName: first.last_name,
      birthDate: first.birth_date,
      company: first.company ?? '',
      parts: own.map(({ part_id, description, starts_at, ends_at, present }): KioskPart => ({
        id: part_id,
        description,
        startsAt: starts_at,
        endsAt: ends_at,
        present: present === 1,
      })),
    }
  })
}

/** What the welcome says of a part: its course and its room. */
export const findRoom = (db: Db | Trx, appointmentId: number) =>
  db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .select(['courses.description as course', 'rooms.name as room'])
    .where('appointments.id', '=', appointmentId)
    .executeTakeFirstOrThrow()

/** Whether a part is given on this very day. */
export async function isOpenDay(db: Db, appointmentId: number, now: Date): Promise<boolean> {
  const part = await db
    .selectFrom('appointments')
    .select(['starts_at'])
    .where('id', '=', appointmentId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  return part !== undefined && today(part.starts_at) === today(now)
}
