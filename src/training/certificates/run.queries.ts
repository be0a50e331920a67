import { formatPeriod } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { type Appointment, getAppointment, listParts } from '../appointments/index.ts'
import { listResults } from '../results/index.ts'
import { listHeldCertificates } from './certificates.queries.ts'
import { passers } from './certificates.rules.ts'

/** What the popups about a run say below their title. */
export const runSubtitle = (appointment: Appointment): string =>
  [
    appointment.course_description,
    `planning ${appointment.group_id}`,
    formatPeriod(appointment.starts_at, appointment.ends_at),
  ].join(' · ')

/** The run a part belongs to and who passes it, by name. */
export async function runOf(db: Db | Trx, viewer: Viewer, partId: number) {
  const appointment = await getAppointment(db, partId)
  const parts = (await listParts(db, appointment.group_id)).filter(({ status }) => status !== 'cancelled')
  const rows = await listResults(
    db,
    viewer,
    parts.map(({ id }) => id),
  )
  const passed = passers(rows.map((row) => ({ ...row, contact_id: row.contactId })))
  const students = new Map(rows.filter(({ contactId }) => passed.has(contactId)).map((row) => [row.contactId, row]))
  const days = parts.map(({ starts_at }) => wallClock(starts_at).day)
  return { appointment, days, students: [...students.values()] }
}

/** Which layouts each of these people holds a certificate of, as `contact-layout` → number. */
export const heldNumbers = async (db: Db | Trx, groupId: number) =>
  new Map(
    (await listHeldCertificates(db, groupId)).map((row) => [`${row.contact_id}-${row.layout_id}`, row.number] as const),
  )
