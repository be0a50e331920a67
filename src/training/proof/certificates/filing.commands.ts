import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { validUntil } from '../../catalogue/courses/index.ts'
import { listParts } from '../../planning/appointments/index.ts'
import { getPlanning, heldParts, listPreviousExpiries, listReceivers } from './issue.queries.ts'
import type { CertificateSnapshot } from './certificates.rules.ts'

export interface FiledCertificate {
  planningId: number
  contactId: number
  /** Who issued it: a register, or the system that was worked with before. */
  issuer: string
  number: string
  /** ISO day; null where none is told: then it is valid as long as our own would be. */
  validUntil: string | null
  /** ISO day; left out: today. */
  issuedOn?: string
}

/**
 * Files a certificate that was issued elsewhere with its student, once: it is known by its number. It has
 * no layout and no file here, and counts as any other.
 * @returns what came to be
 */
export async function fileCertificate(
  trx: Trx,
  { planningId, contactId, issuer, number, ...told }: FiledCertificate,
): Promise<RecordRef[]> {
  const planning = await getPlanning(trx, planningId)
  const [person] = await listReceivers(trx, [contactId])
  const parts = (await listParts(trx, planningId)).filter(({ status }) => status !== 'cancelled')
  const of = { contactIds: [contactId], courseId: planning.course_id, planningId }
  const previous = (await listPreviousExpiries(trx, of)).get(contactId) ?? null
  const day = told.issuedOn ?? today()
  const valid = told.validUntil ?? validUntil(day, planning, told.issuedOn === undefined ? previous : null)
  const issuedOn = valid !== null && valid < day ? valid : day
  const snapshot: CertificateSnapshot = {
    title: `Certificaat van ${issuer}`,
    number,
    organisation: issuer,
    person: {
      name: fullName(person!),
      lastNamePrefix: person!.last_name_prefix,
      lastName: person!.last_name,
      birthDate: person!.birth_date,
    },
    course: { description: planning.description, code: planning.code },
    ...(parts.length === 0 ? { parts: [], teachers: [], place: null } : await heldParts(trx, parts.map(({ id }) => id))), // prettier-ignore
    issuedOn,
    validUntil: valid,
  }
  const { rows } = await sql<{ id: number }>`
    insert into certificates (number, issuer, contact_id, group_id, course_id, issued_on, valid_until, token, snapshot)
    values (${number}, ${issuer}, ${contactId}, ${planningId}, ${planning.course_id}, ${issuedOn}, ${valid},
      ${randomBytes(18).toString('base64url')}, ${JSON.stringify(snapshot)})
    on conflict (issuer, number, contact_id) where issuer is not null do nothing returning id`.execute(trx)
  return rows.map(({ id }) => ({ type: 'certificate', id }))
}

/** Marks a certificate that its register withdrew. @returns which, unless it was already */
export async function withdrawFiled(trx: Trx, issuer: string, number: string): Promise<RecordRef[]> {
  const rows = await trx
    .updateTable('certificates')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_reason: `Ingetrokken door ${issuer}` })
    .where('issuer', '=', issuer)
    .where('number', '=', number)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => ({ type: 'certificate', id }))
}

/** The certificate of this person that was issued elsewhere by this number; undefined where it is not filed. */
export const findFiled = async (
  db: Db | Trx,
  { issuer, number, contactId }: Pick<FiledCertificate, 'issuer' | 'number' | 'contactId'>,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('certificates')
      .select('id')
      .where('issuer', '=', issuer)
      .where('number', '=', number)
      .where('contact_id', '=', contactId)
      .executeTakeFirst()
  )?.id
