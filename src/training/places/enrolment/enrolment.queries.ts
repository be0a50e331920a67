import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { freedWhileMailWaits } from '../../../platform/undo/released.ts'
import {
  companyShownTo,
  contactsVisibleTo,
  fullName,
  nameColumns,
  ownContactIds,
} from '../../../relations/contacts/index.ts'
import { lockParts } from '../../planning/appointments/index.ts'
import { type Places, type WhatAppointments, freePlaces, partsBeside } from './enrolment.rules.ts'
import { enrolmentArea } from '../../rights.ts'

/**
 * Enrolments a viewer may add and end: a supervisor those of the own people. Narrower than who may be seen, since a
 * supervisor may also be the teacher of a part.
 */
export function enrolmentsManagedBy(viewer: Viewer): Expression<SqlBool> {
  const scope = viewerScope(viewer, enrolmentArea, 'change')
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'none' || viewer.contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`enrolments.contact_id in (${ownContactIds(viewer.contactId, true)})`
}

/** Ids of the parts meant: these, or all of the plannings they belong to. */
export async function partIdsOf(db: Db | Trx, appointmentIds: number[], what: WhatAppointments): Promise<number[]> {
  if (what === 'this' || appointmentIds.length === 0) return appointmentIds
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('appointments as here').select('here.group_id').where('here.id', 'in', appointmentIds),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the parts meant in id order and answers those that take people. @throws NotFound */
export async function lockChosen(trx: Trx, viewer: Viewer, appointmentId: number, what: WhatAppointments) {
  const ids = await partIdsOf(trx, [appointmentId], what)
  const parts = await lockParts(trx, ids)
  if (!parts.some(({ id }) => id === appointmentId)) throw new NotFound('Planning')
  return withHeld(trx, viewer, partsBeside(parts, appointmentId))
}

/** The parts with the places that others freed and may still take back, and those that the waiting list is asked for. */
export async function withHeld<P extends Omit<Places, 'description'>>(trx: Db | Trx, viewer: Viewer, parts: P[]) {
  if (parts.length === 0) return []
  const ids = parts.map(({ id }) => id)
  const held = await freedWhileMailWaits(trx, { table: 'enrolments', column: 'appointment_id', ids, viewer })
  const asked = await trx
    .selectFrom('waiting_turns')
    .innerJoin('appointments', 'appointments.group_id', 'waiting_turns.group_id')
    .select('appointments.id')
    .where('appointments.id', 'in', ids)
    .where('waiting_turns.pending', '=', true)
    .execute()
  return parts.map((part) => {
    const held_count = held.get(part.id) ?? 0
    const promised = asked.some(({ id }) => id === part.id)
    return { ...part, held_count, promised_count: promised ? Math.max(0, freePlaces({ ...part, held_count })) : 0 }
  })
}

/** Locks the parts of several plannings at once, in id order, before each is worked on. */
export async function lockTogether(trx: Trx, appointmentIds: number[], what: WhatAppointments): Promise<void> {
  await lockParts(trx, await partIdsOf(trx, appointmentIds, what))
}

export type LockedPart = Awaited<ReturnType<typeof lockParts>>[number]

/** People who belong to a company, as their main one or beside it. */
const isOfCompany = (companyId: number) => sql<SqlBool>`exists (select 1 from contact_companies own
  where own.contact_id = contacts.id and own.company_id = ${companyId})`

/**
 * People by id, in Dutch order.
 * @param ofCompany whose people they have to be, in the place of the viewer's scope
 * @throws NotFound when one does not exist or lies outside the scope
 */
export async function getPeople(db: Db | Trx, viewer: Viewer, contactIds: number[], ofCompany?: number) {
  if (contactIds.length === 0) return []
  const rows = await db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.active', 'contacts.email', 'contacts.company_id', ...nameColumns])
    .where('contacts.id', 'in', contactIds)
    .where(ofCompany === undefined ? contactsVisibleTo(viewer) : isOfCompany(ofCompany))
    .orderBy(sql`contacts.last_name collate "nl-x-icu"`)
    .orderBy('contacts.id')
    .execute()
  if (rows.length < new Set(contactIds).size) throw new NotFound('Cursist')
  return rows.map((row) => ({ ...row, name: fullName(row) }))
}
export type Person = Awaited<ReturnType<typeof getPeople>>[number]

/** One student in one part, with what is needed to say so. */
export const listEnrolments = (db: Db | Trx, viewer: Viewer) =>
  db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('appointment_groups', 'appointment_groups.id', 'appointments.group_id')
    .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
    .leftJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'enrolments.company_id').on(companyShownTo(viewer)),
    )
    .select([
      'enrolments.id',
      'enrolments.appointment_id',
      'enrolments.contact_id',
      'enrolments.company_id',
      'enrolments.present',
      'enrolments.passed',
      'enrolments.note',
      'appointments.group_id',
      'appointments.description',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'courses.description as course_description',
      'companies.name as company_name',
      ...nameColumns,
    ])
    .where(enrolmentsManagedBy(viewer))

/** Those of the people who hold a certificate, not withdrawn, of the planning that each is named with. */
export async function listCertified(trx: Trx, people: { planningId: number; contactId: number }[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('certificates')
    .innerJoin('contacts', 'contacts.id', 'certificates.contact_id')
    .select([...nameColumns, 'contacts.id'])
    .distinct()
    .where(
      sql<SqlBool>`(certificates.group_id, certificates.contact_id) in (select * from unnest(
        ${people.map(({ planningId }) => planningId)}::integer[], ${people.map(({ contactId }) => contactId)}::integer[]))`,
    )
    .where('certificates.withdrawn_at', 'is', null)
    .execute()
  return rows.map(fullName)
}

/** 'Anouk van der Linden, Theorie BHV', for history and confirmations. */
export async function enrolmentNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .select(['enrolments.id', 'appointments.description', ...nameColumns])
    .where('enrolments.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, `${fullName(row)}, ${row.description}`]))
}

/** The enrolments of one person in parts. */
export async function listEnrolmentIds(db: Db | Trx, partIds: number[], contactId: number): Promise<number[]> {
  if (partIds.length === 0) return []
  const rows = await db
    .selectFrom('enrolments')
    .select('id')
    .where('appointment_id', 'in', partIds)
    .where('contact_id', '=', contactId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of who is in a part. */
export async function listEnrolledIn(db: Db, appointmentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('enrolments')
    .select('contact_id')
    .where('appointment_id', '=', appointmentId)
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}
