import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { byName, companyShownTo, fullName, nameColumns } from '../../../relations/contacts/index.ts'
import { enrolmentsVisibleTo } from '../../planning/appointments/index.ts'
import { type Choice, type Result, choiceKey } from './results.contract.ts'
import { NO_COMPANY } from './results.rules.ts'

/** One student in one part, as the screens show it. */
export interface ResultRow extends Result {
  key: string
  appointmentId: number
  contactId: number
  name: string
  company: string
  part: string
  note: string
  version: number
  /** When the student signed for the part: on coming, and on leaving where that counts. */
  signedAt: Date | null
  signedOutAt: Date | null
  arrivedAt: Date | null
  /** By what they said to be there, where that was no person. */
  presentSource: string | null
  startsAt: Date
}

/** Who is in these parts and what is filled in, by student and then in order of time. */
export async function listResults(db: Db | Trx, viewer: Viewer, appointmentIds: number[]): Promise<ResultRow[]> {
  if (appointmentIds.length === 0) return []
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .leftJoin('presence_signatures as signature', (join) =>
      join
        .onRef('signature.appointment_id', '=', 'enrolments.appointment_id')
        .onRef('signature.contact_id', '=', 'enrolments.contact_id')
        .on('signature.moment', '=', 'start'),
    )
    .leftJoin('presence_signatures as leaving', (join) =>
      join
        .onRef('leaving.appointment_id', '=', 'enrolments.appointment_id')
        .onRef('leaving.contact_id', '=', 'enrolments.contact_id')
        .on('leaving.moment', '=', 'end'),
    )
    .leftJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'enrolments.company_id').on(companyShownTo(viewer)),
    )
    .select([
      'enrolments.appointment_id',
      'enrolments.contact_id',
      'enrolments.company_id',
      'enrolments.present',
      'enrolments.passed',
      'enrolments.note',
      'enrolments.version',
      ...nameColumns,
      'companies.name as company_name',
      'appointments.description',
      'enrolments.arrived_at',
      'enrolments.present_source',
      'appointments.starts_at',
      'signature.signed_at',
      'leaving.signed_at as left_at',
    ])
    .where('enrolments.appointment_id', 'in', appointmentIds)
    .where(sql<SqlBool>`${enrolmentsVisibleTo(viewer)}`)
    .orderBy(byName[0]!)
    .orderBy(byName[1]!)
    .orderBy('contacts.id')
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
  return rows.map((row) => ({
    key: choiceKey(row.contact_id, row.appointment_id),
    appointmentId: row.appointment_id,
    contactId: row.contact_id,
    name: fullName(row),
    company: row.company_id === null ? NO_COMPANY : (row.company_name ?? ''),
    part: row.description,
    present: row.present as Choice,
    passed: row.passed as Choice,
    note: row.note,
    version: row.version,
    signedAt: row.signed_at,
    signedOutAt: row.left_at,
    arrivedAt: row.arrived_at,
    presentSource: row.present_source,
    startsAt: row.starts_at,
  }))
}
