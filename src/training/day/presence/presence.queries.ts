import { ROLE, STAFF } from '../../../platform/access/roles.ts'
import { NotFound } from '../../../platform/errors.ts'
import { isStaff, type Viewer, hasRole } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { getAppointment, listParts, listResponsibles } from '../../planning/appointments/index.ts'
import { listCountedParts } from '../../planning/code95/index.ts'
import { listResults } from '../../proof/results/index.ts'
import { type ListRow, type SigningAt, nextSigners, toRows } from './presence.rules.ts'

/** Where the signature of a student for a part is kept. @throws NotFound */
export async function getSignature(db: Db, at: SigningAt) {
  const signature = await db
    .selectFrom('presence_signatures')
    .select(['storage_key', 'mime_type', 'signed_at'])
    .where('appointment_id', '=', at.appointmentId)
    .where('contact_id', '=', at.contactId)
    .where('moment', '=', at.moment)
    .executeTakeFirst()
  if (!signature) throw new NotFound('Handtekening')
  return signature
}

/** A student of a part, with whether there is a signature already. @throws NotFound */
export async function getSigner(db: Db, at: SigningAt) {
  const student = await db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .leftJoin('presence_signatures as signature', (join) =>
      join
        .onRef('signature.appointment_id', '=', 'enrolments.appointment_id')
        .onRef('signature.contact_id', '=', 'enrolments.contact_id')
        .on('signature.moment', '=', at.moment),
    )
    .select([
      'enrolments.contact_id',
      'enrolments.present',
      'enrolments.arrived_at',
      'signature.signed_at',
      ...nameColumns,
    ])
    .where('enrolments.appointment_id', '=', at.appointmentId)
    .where('enrolments.contact_id', '=', at.contactId)
    .executeTakeFirst()
  if (!student) throw new NotFound('Cursist')
  return {
    name: fullName(student),
    signedAt: student.signed_at,
    isAbsent: student.present === 0,
    arrivedAt: student.arrived_at,
  }
}

/** Who sign for the part after this student, in their order. */
export async function listNextSigners(db: Db, viewer: Viewer, at: SigningAt) {
  const results = await listResults(db, viewer, [at.appointmentId])
  return nextSigners(toRows(results), at)
}

/**
 * The part asked for, the parts of its planning and who is in them, as far as the viewer may see: a supervisor the own
 * people, a student themselves.
 * @throws NotFound also for a lotus, who sees no students at all (permissions, appointments)
 */
export async function getPresence(db: Db, viewer: Viewer, partId: number) {
  if (!hasRole(viewer, ...STAFF, ROLE.supervisor, ROLE.student)) throw new NotFound('Planning')
  const appointment = await getAppointment(db, partId)
  const parts = (await listParts(db, appointment.group_id)).filter(
    ({ id, status }) => id === partId || status !== 'cancelled',
  )
  const ids = parts.map(({ id }) => id)
  const [results, counted, responsibles] = await Promise.all([
    listResults(db, viewer, ids),
    listCountedParts(db, ids),
    listResponsibles(db, [partId]),
  ])
  const rows: ListRow[] = toRows(results)
  return {
    appointment,
    parts,
    rows,
    teachers: responsibles.filter(({ role_id }) => role_id === ROLE.teacher).map(fullName),
    /** Planning number and teachers are for who plans and who teaches (T-194). */
    staff: isStaff(viewer),
    /** Parts of which coming and leaving count. */
    leaving: new Set(counted.keys()),
  }
}
export type Presence = Awaited<ReturnType<typeof getPresence>>
