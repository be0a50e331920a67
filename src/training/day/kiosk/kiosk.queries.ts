import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { KioskPart, KioskPerson } from './kiosk.rules.ts'

/** Who is enrolled in parts of today in the rooms of an establishment; nobody else is known to its tablets. */
export async function listExpected(db: Db | Trx, establishmentId: number, now: Date): Promise<KioskPerson[]> {
  const day = today(now)
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('rooms', 'rooms.id', 'appointments.room_id')
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
    .where('rooms.establishment_id', '=', establishmentId)
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
    .innerJoin('rooms', 'rooms.id', 'appointments.room_id')
    .select(['courses.description as course', 'rooms.name as room'])
    .where('appointments.id', '=', appointmentId)
    .executeTakeFirstOrThrow()
