import { qrPath } from '../../../../platform/pdf/qr.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { wallClock } from '../../../../platform/format/zone.ts'
import type { Services } from '../../../../platform/services.ts'
import { lookupTargets } from '../points.ts'
import { lookupUrl, roomCode } from './phones.rules.ts'

/** What stands on the screen of a room; undefined for no part. */
export async function roomModel(db: Db, { config, registry }: Services, id: number, now: Date) {
  const part = await db
    .selectFrom('appointments')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .select([
      'appointments.id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'courses.description as course',
      'rooms.name as room',
    ])
    .where('appointments.id', '=', id)
    .executeTakeFirst()
  if (!part) return undefined
  const [students, asks] = await Promise.all([
    db
      .selectFrom('enrolments')
      .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
      .select(['contacts.first_name', 'contacts.initials', 'enrolments.present'])
      .where('enrolments.appointment_id', '=', id)
      .orderBy('enrolments.updated_at', 'desc')
      .orderBy('enrolments.id')
      .execute(),
    Promise.all(registry.all(lookupTargets).map((target) => target.isFor(db, id))),
  ])
  const isToday = wallClock(part.starts_at).day === wallClock(now).day && part.status !== 'cancelled'
  const { token, seconds } = roomCode(config, id, now)
  const lookup = lookupUrl(config, id)
  return {
    part,
    code: isToday ? { qr: qrPath(new URL(`/aanwezig/${token}`, config.baseUrl).href), seconds } : null,
    lookup: isToday && asks.some(Boolean) ? { href: lookup, qr: qrPath(lookup) } : null,
    total: students.length,
    // The screen hangs where everybody sees it: first names alone.
    present: students.filter(({ present }) => present === 1).map((one) => one.first_name || one.initials),
  }
}
