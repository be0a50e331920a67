import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { ResolveConflict } from '../../../platform/merging.ts'
import { refuseUnprintable } from '../../../platform/pdf/letters.ts'
import type { Services } from '../../../platform/services.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { listParts } from '../../planning/appointments/index.ts'
import { validUntil } from '../../catalogue/courses/index.ts'
import { lockResults } from '../../places/enrolment/index.ts'
import { getCertificate, listHeldCertificates } from './certificates.queries.ts'
import { type CertificateSnapshot, certificateNumber, passers } from './certificates.rules.ts'
import {
  type Receiver,
  type Planning,
  getLayout,
  getPlanning,
  listReceivers,
  listPreviousExpiries,
  printedOfPlanning,
} from './issue.queries.ts'
import { certificatesArea } from './rights.ts'

/** What issuing reaches of the services: the queue for the drawing. */
export interface IssueServices {
  jobs: Pick<Services['jobs'], 'add'>
}
export interface IssueInput {
  planningId: number
  contactIds: number[]
  layoutId: number
  /** ISO day. */
  issuedOn: string
  /** Letters that cannot be printed, as far as who issues saw them; left out where nobody can be asked. */
  seen?: string
}

/** A certificate before it has a number. */
interface Draft {
  person: Receiver
  planning: Planning
  layout: { id: number; name: string; version: number }
  printed: Awaited<ReturnType<typeof printedOfPlanning>>
  issuedOn: string
  validUntil: string | null
  replaces: number | null
}

/**
 * The parts of a planning that were held, with who passes. Their results stay as they are until the transaction ends;
 * since everyone who issues for the planning starts here, one waits for the other.
 */
async function lockPassers(trx: Trx, planningId: number): Promise<{ parts: number[]; passed: Set<number> }> {
  const all = await listParts(trx, planningId)
  const parts = all.filter(({ status }) => status !== 'cancelled').map(({ id }) => id)
  return { parts, passed: parts.length === 0 ? new Set() : passers(await lockResults(trx, parts)) }
}

/**
 * The next `count` numbers of a year. The counter stays locked until the transaction ends, so nothing may wait after
 * it.
 */
async function takeNumbers(trx: Trx, issuedOn: string, count: number): Promise<string[]> {
  const { last } = await trx
    .insertInto('certificate_counters')
    .values({ year: Number(issuedOn.slice(0, 4)), last: count })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('certificate_counters.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, i) => certificateNumber(issuedOn, last - count + 1 + i))
}

function toSnapshot({ person, planning, layout, printed, ...draft }: Draft, number: string) {
  return {
    title: layout.name,
    number,
    person: {
      name: fullName(person),
      lastNamePrefix: person.last_name_prefix,
      lastName: person.last_name,
      birthDate: person.birth_date,
    },
    course: { description: planning.description, code: planning.code },
    ...printed,
    issuedOn: draft.issuedOn,
    validUntil: draft.validUntil,
  } satisfies CertificateSnapshot
}

const rowOf = (draft: Draft, number: string, shown = number) => ({
  number,
  contact_id: draft.person.id,
  group_id: draft.planning.id,
  course_id: draft.planning.course_id,
  layout_id: draft.layout.id,
  layout_version: draft.layout.version,
  issued_on: draft.issuedOn,
  valid_until: draft.validUntil,
  token: randomBytes(18).toString('base64url'),
  snapshot: JSON.stringify(toSnapshot(draft, shown)),
  replaces_id: draft.replaces,
})

/** Numbers and stores drafts with one issue date, in their order, and leaves the drawing to a job. */
async function store(
  trx: Trx,
  drafts: Draft[],
  { services, seen }: { services: IssueServices; seen: string | undefined },
): Promise<number[]> {
  if (seen !== undefined) {
    const said = drafts.map((draft) => ({ name: fullName(draft.person), texts: toSnapshot(draft, '') }))
    refuseUnprintable(said, { seen, go: 'Toch maken' })
  }
  const numbers = await takeNumbers(trx, drafts[0]!.issuedOn, drafts.length)
  const rows = drafts.map((draft, i) => rowOf(draft, numbers[i]!))
  const stored = await trx.insertInto('certificates').values(rows).returning('id').execute()
  const ids = stored.map(({ id }) => id)
  await services.jobs.add(trx, 'certificate.draw', { ids })
  return ids
}

/**
 * Issues a planning's certificates to those of `contactIds` who pass the course; who has this one already is passed
 * over, so that a second time makes nothing twice. Call it last in the transaction: it ends with the lock on the
 * numbers.
 * @returns ids of the new certificates, by name of the person
 * @throws Forbidden without the right to change certificates; Unconfirmed for letters that cannot be printed; Invalid when the layout is no longer in use
 */
export async function issueCertificates(
  trx: Trx,
  viewer: Viewer,
  input: IssueInput,
  services: IssueServices,
): Promise<number[]> {
  // Other wizards issue too; their own right does not include this one.
  if (!may(viewer, certificatesArea, 'change')) throw new Forbidden()
  return issue(trx, input, services)
}

/** The same in the name of the system, for the demo story. */
export async function issue(
  trx: Trx,
  { planningId, contactIds, layoutId, issuedOn, seen }: IssueInput,
  services: IssueServices,
): Promise<number[]> {
  const { parts, passed } = await lockPassers(trx, planningId)
  const planning = await getPlanning(trx, planningId)
  const layout = await getLayout(trx, layoutId)
  const held = await listHeldCertificates(trx, planningId)
  const having = new Set(held.filter(({ layout_id }) => layout_id === layoutId).map(({ contact_id }) => contact_id))
  const receivers = contactIds.filter((id) => passed.has(id) && !having.has(id))
  if (receivers.length === 0) return []
  const printed = await printedOfPlanning(trx, parts)
  const previous = await listPreviousExpiries(trx, { contactIds: receivers, courseId: planning.course_id, planningId })
  const drafts = (await listReceivers(trx, receivers)).map((person) => ({
    person,
    planning,
    layout,
    printed,
    issuedOn,
    validUntil: validUntil(issuedOn, planning, previous.get(person.id) ?? null),
    replaces: null,
  }))
  return store(trx, drafts, { services, seen })
}

const ALREADY = 'Dit certificaat is al ingetrokken.'

/**
 * Withdraws a certificate for good; it stays in the list with the reason.
 * @throws NotFound, Stale (409) when it was changed since `version`, Invalid when it was withdrawn already
 */
export async function withdrawCertificate(trx: Trx, id: number, reason: string, version?: number): Promise<void> {
  if (version !== undefined) await lockVersion(trx, 'certificates', id, version, { withdrawn_reason: reason })
  const { numUpdatedRows } = await trx
    .updateTable('certificates')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_reason: reason })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Invalid({ _form: [ALREADY] })
}

/** Two contacts that become one may hold the same certificate twice; the second then goes along, withdrawn. */
export const joinCertificates: ResolveConflict = async (trx, { row, keptId }) => {
  if (row.issuer !== null) return joinFiled(trx, row, keptId)
  await withdrawCertificate(trx, row.id, 'Dubbel na samenvoegen van contacten')
  await trx.updateTable('certificates').set({ contact_id: keptId }).where('id', '=', row.id).execute()
}

/** What was issued elsewhere is there once by its number; it holds where either of the two does. */
async function joinFiled(trx: Trx, row: Parameters<ResolveConflict>[1]['row'], keptId: number): Promise<void> {
  await trx.deleteFrom('certificates').where('id', '=', row.id).execute()
  if (row.withdrawn_at !== null) return
  await trx
    .updateTable('certificates')
    .set({ withdrawn_at: null, withdrawn_reason: null })
    .where('issuer', '=', row.issuer as string)
    .where('number', '=', row.number as string)
    .where('contact_id', '=', keptId)
    .where('withdrawn_at', 'is not', null)
    .execute()
}

/**
 * Makes a new version of a certificate from what is known now, after a wrong name or birth date was corrected, and
 * withdraws the old one. Issue date and end date stay: a correction prolongs nothing.
 * @returns id of the new certificate
 * @throws as withdrawCertificate; Invalid also when the person does not pass (any more)
 */
export async function reissueCertificate(
  trx: Trx,
  id: number,
  { reason, version, letters_seen }: { reason: string; version: number; letters_seen: string },
  services: IssueServices,
): Promise<number> {
  const old = await getCertificate(trx, id)
  if (old.layout_id === null) throw new Invalid({ _form: [`Dit certificaat is afgegeven door ${old.issuer}. Daar wordt het ook opnieuw uitgegeven.`] }) // prettier-ignore
  const { parts, passed } = await lockPassers(trx, old.group_id)
  if (!passed.has(old.contact_id)) throw new Invalid({ _form: ['Deze cursist is niet (meer) geslaagd.'] })
  await withdrawCertificate(trx, id, reason, version)
  const [person] = await listReceivers(trx, [old.contact_id])
  const [successor] = await store(
    trx,
    [
      {
        person: person!,
        planning: await getPlanning(trx, old.group_id),
        layout: await getLayout(trx, old.layout_id),
        printed: await printedOfPlanning(trx, parts),
        issuedOn: old.issued_on,
        validUntil: old.valid_until,
        replaces: id,
      },
    ],
    { services, seen: letters_seen },
  )
  return successor!
}

/** Notes where the drawn file of a certificate is; it is never drawn again. */
export async function keepFile(db: Db, id: number, file: { key: string; sha256: string }): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ file_key: file.key, file_sha256: file.sha256 })
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .execute()
}
