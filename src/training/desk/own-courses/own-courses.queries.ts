import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { partAddress } from '../../planning/appointments/index.ts'

/** Parts that a person is enrolled in, with their course, where they are held and what to bring. */
const partsOf = (db: Db, contactId: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'appointments.id',
      'appointments.group_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.join_url',
      'courses.description as course',
      'courses.bring',
      partAddress.as('address'),
      sql<string>`concat_ws(', ', establishments.name, rooms.name)`.as('room'),
      sql<boolean>`appointments.status = 'cancelled'`.as('cancelled'),
    ])
    .where('enrolments.contact_id', '=', contactId)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')

/** Of every planning of which a part is still to come, all parts: what went before says where somebody is. */
export const listOwnParts = (db: Db, contactId: number, from: Date) =>
  partsOf(db, contactId)
    .where('appointments.group_id', 'in', (eb) =>
      eb
        .selectFrom('enrolments as mine')
        .innerJoin('appointments as coming', 'coming.id', 'mine.appointment_id')
        .select('coming.group_id')
        .where('mine.contact_id', '=', contactId)
        .where('coming.ends_at', '>', from),
    )
    .execute()
export type OwnPart = Awaited<ReturnType<typeof listOwnParts>>[number]

/** Those of the planning that a part belongs to. */
export const listPartsBeside = (db: Db, contactId: number, partId: number) =>
  partsOf(db, contactId)
    .where('appointments.group_id', '=', (eb) =>
      eb.selectFrom('appointments as chosen').select('chosen.group_id').where('chosen.id', '=', partId),
    )
    .execute()
