import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { unlessHidden } from '../../../relations/naming/index.ts'
import { byName, fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { settingsArea } from '../../../system/settings/rights.ts'
import { listCertificateLayouts } from './certificates.queries.ts'
import type { CertificateSnapshot } from './certificates.rules.ts'

const NAMELESS = 'Op een certificaat staat wie het afgeeft, maar uw organisatie heeft nog geen naam.'

/** Why no certificate can be issued as things are, and what helps; null when one can (rulings 10.6). */
export async function issuerProblem(db: Db | Trx, viewer: Viewer | null): Promise<string | null> {
  if ((await readSetting(db, 'organisation')).name !== '') return null
  return viewer && may(viewer, settingsArea, 'change')
    ? `${NAMELESS} Vul de naam in bij Instellingen, Organisatie.`
    : `${NAMELESS} Vraag een beheerder de naam in te vullen.`
}

/** @throws Invalid as long as the organisation has no name */
async function issuerOf(trx: Trx): Promise<Pick<CertificateSnapshot, 'organisation' | 'logo'>> {
  const { name, logo } = await readSetting(trx, 'organisation')
  if (name === '') throw new Invalid({ _form: [NAMELESS] })
  return { organisation: name, ...(logo === '' ? {} : { logo }) }
}

/** A planning with what its course says of certificates. @throws NotFound */
export async function getPlanning(trx: Trx, planningId: number) {
  const planning = await trx
    .selectFrom('appointment_groups')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .select([
      'appointment_groups.id',
      'courses.id as course_id',
      'courses.description',
      'courses.code',
      'courses.validity_months',
      'courses.validity_basis',
      'courses.grace_months',
    ])
    .where('appointment_groups.id', '=', planningId)
    .executeTakeFirst()
  if (!planning) throw new NotFound('Planning')
  return planning
}
export type Planning = Awaited<ReturnType<typeof getPlanning>>

/** @throws Invalid when the layout is gone or no longer in use */
export async function getLayout(trx: Trx, id: number) {
  const layout = (await listCertificateLayouts(trx)).find((candidate) => candidate.id === id)
  if (!layout) throw new Invalid({ _form: ['Deze layout is niet meer in gebruik.'] })
  return layout
}

/** What the certificates of one planning have in common. */
export async function printedOfPlanning(
  trx: Trx,
  partIds: number[],
): Promise<Pick<CertificateSnapshot, 'organisation' | 'logo' | 'parts' | 'teachers' | 'place'>> {
  return { ...(await issuerOf(trx)), ...(await heldParts(trx, partIds)) }
}

/** What was given in a planning, by whom and where. */
export async function heldParts(
  trx: Trx,
  partIds: number[],
): Promise<Pick<CertificateSnapshot, 'parts' | 'teachers' | 'place'>> {
  const parts = await trx
    .selectFrom('appointments')
    .leftJoin('rooms', 'rooms.id', 'appointments.room_id')
    .leftJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select([
      'appointments.description',
      sql<string>`starts_at::date`.as('firstDay'),
      // An end at midnight belongs to the day before.
      sql<string>`(ends_at - interval '1 second')::date`.as('lastDay'),
      sql<number>`(extract(epoch from ends_at - starts_at) / 60)::integer`.as('minutes'),
      sql<string | null>`coalesce(nullif(appointments.city, ''), establishments.city)`.as('city'),
    ])
    .where('appointments.id', 'in', partIds)
    .orderBy('starts_at')
    .orderBy('appointments.id')
    .execute()
  const teachers = await trx
    .selectFrom('appointment_responsibles')
    .innerJoin('appointments', 'appointments.id', 'appointment_responsibles.appointment_id')
    .innerJoin('contacts', 'contacts.id', 'appointment_responsibles.contact_id')
    .select(['contacts.id', ...nameColumns, 'contacts.hok_teacher_number'])
    .where('appointments.id', 'in', partIds)
    .where('role_id', '=', ROLE.teacher)
    .groupBy('contacts.id')
    .orderBy(sql`min(appointments.starts_at)`)
    .orderBy('contacts.id')
    .execute()
  return {
    parts: parts.map(({ city: _city, ...part }) => part),
    teachers: teachers.map((teacher) => ({
      name: fullName(teacher),
      number: teacher.hok_teacher_number ? `HOK ${teacher.hok_teacher_number}` : null,
    })),
    // The planning ends, and the certificate is signed, where the last part is.
    place: parts.findLast(({ city }) => city !== null)?.city ?? null,
  }
}

/** People by name, with what is printed of them; nothing that is hidden for them. */
export async function listReceivers(trx: Trx, contactIds: number[]) {
  let query = trx
    .selectFrom('contacts')
    .select(['contacts.id', ...nameColumns, unlessHidden('birth_date')])
    .where(sql<SqlBool>`contacts.id = any(${contactIds})`)
  for (const name of byName) query = query.orderBy(name)
  return query.orderBy('contacts.id').execute()
}
export type Receiver = Awaited<ReturnType<typeof listReceivers>>[number]

/**
 * Until when each person's certificate of this course, or of the course it refreshes, is valid. What the same planning
 * gave, under another layout, is no earlier certificate.
 */
export async function listPreviousExpiries(
  trx: Db | Trx,
  { contactIds, courseId, planningId }: { contactIds: number[]; courseId: number; planningId: number },
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('certificates')
    .innerJoin('courses', 'courses.id', 'certificates.course_id')
    .select(['contact_id', sql<string>`max(valid_until)`.as('valid_until')])
    .where(sql<SqlBool>`contact_id = any(${contactIds})`)
    .where((eb) => eb.or([eb('course_id', '=', courseId), eb('courses.refresher_course_id', '=', courseId)]))
    .where('group_id', '<>', planningId)
    .where('withdrawn_at', 'is', null)
    .where('valid_until', 'is not', null)
    .groupBy('contact_id')
    .execute()
  return new Map(rows.map((row) => [row.contact_id, row.valid_until]))
}
