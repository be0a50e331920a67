import { sql } from 'kysely'
import { formatPeriod } from '../../../platform/format/format.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type Appointment, getAppointment, listParts } from '../../planning/appointments/index.ts'
import { listResults } from '../results/index.ts'
import { isFailed, toldStates } from '../../../system/messages/index.ts'
import { listHeldCertificates } from './certificates.queries.ts'
import { passers } from './certificates.rules.ts'

/** What the popups about a planning say below their title. */
export const planningSubtitle = (appointment: Appointment): string =>
  [
    appointment.course_description,
    `planning ${appointment.group_id}`,
    formatPeriod(appointment.starts_at, appointment.ends_at),
  ].join(' · ')

/** The planning a part belongs to and who passes it, by name. */
export async function planningOf(db: Db | Trx, viewer: Viewer, partId: number) {
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

/** So long after sending a mail may still be in the making; without a mail after that somebody deleted it. */
const IN_THE_MAKING = '1 hour'

/**
 * What became of the mails with certificates of a planning: in words, and each that did not arrive or perhaps not. One
 * that was sent again counts as the last try. Null when none was sent.
 */
export async function mailedOf(db: Db, planningId: number) {
  const { rows } = await sql<{ mail_id: number; recipient: string; state: string }>`
    select coalesce(last.id, m.id) as mail_id, coalesce(last.recipient, m.recipient, s.recipient) as recipient,
           coalesce(last.state, m.state, 'queued') as state
    from certificate_mailings s
    left join mails m on m.id = s.mail_id
    left join lateral (select id, recipient, state from mails where resend_of = m.id order by id desc limit 1) last on true
    where s.group_id = ${planningId} and (m.id is not null or s.created_at > now() - ${IN_THE_MAKING}::interval)
    order by s.id`.execute(db)
  if (rows.length === 0) return null
  const counts = new Map<string, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return { told: toldStates(counts), failed: rows.filter(({ state }) => isFailed(state)) }
}

/** Which layouts each of these people holds a certificate of, as `contact-layout` → number. */
export const heldNumbers = async (db: Db | Trx, planningId: number) =>
  new Map(
    (await listHeldCertificates(db, planningId)).map(
      (row) => [`${row.contact_id}-${row.layout_id}`, row.number] as const,
    ),
  )
