import { sql } from 'kysely'
import { AS_AGREED } from '../../../administration/catalogue/customers/index.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { factsOf, nameFields } from '../../../platform/fields/shown.ts'
import { fieldMessages } from '../../../platform/forms/invalid.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { RecordRef } from '../../../platform/manifest.ts'
import type { Services } from '../../../platform/services.ts'
import { CompanyForm, addCompany, companyFields } from '../../../relations/companies/index.ts'
import { ContactForm, addContact, addressed, contactFields } from '../../../relations/contacts/index.ts'
import { foreseeEnrolled, passOverConfirmed } from '../../messages/moments/index.ts'
import { lockParts } from '../../planning/appointments/index.ts'
import { createLicense, findCourseByCode } from '../e-learning/index.ts'
import { enrol, lockChosen, newContactFields } from '../enrolment/index.ts'
import { placeInLine } from '../waiting-list/index.ts'
import type { ProcessInput } from './registrations.forms.ts'
import {
  type LockedEntry,
  findMade,
  listPlanningParts,
  lockEntry,
  matchEntries,
  personOf,
  suggestCompanies,
} from './registrations.queries.ts'
import { isOpen } from './registrations.rules.ts'

/** Id and name of a record that was made, so that the other rows can choose it. */
type Pair = [id: number, name: string]

export interface Processed {
  status: 'processed' | 'failed' | 'received'
  /** Why it failed. */
  message: string
  created: { company: Pair | null; contact: Pair | null }
}

const NOTHING = { company: null, contact: null }

/**
 * Enrols one person who was signed up, or puts them on the waiting list: as a contact that is known, or a new one. It is
 * all done or not at all; what keeps it from being done is written down with the sign-up, which can be processed again.
 * What was processed already is not done again.
 * @throws HttpError (409) for what was removed
 */
export async function processEntry(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  id: number,
  input: ProcessInput,
): Promise<Processed & { changed: RecordRef[] }> {
  const entry = await lockEntry(trx, id)
  if (entry.state === 'removed') throw new HttpError(409, 'Deze registratie is verwijderd.')
  if (entry.state === 'processed') return { status: 'processed', message: '', created: NOTHING, changed: [] }
  if (!input.register) return { status: 'received', message: '', created: NOTHING, changed: [] }
  await sql`select pg_advisory_xact_lock(hashtext('noordkaap.participant-lists'))`.execute(trx)
  await sql`savepoint registering`.execute(trx)
  try {
    const done = await register(trx, viewer, services, entry, input)
    await sql`release savepoint registering`.execute(trx)
    return { status: 'processed', message: '', ...done }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await sql`rollback to savepoint registering`.execute(trx)
    const { message } = error
    await trx
      .updateTable('entries')
      .set({ state: 'failed', message: message.slice(0, 1000) })
      .where('id', '=', id)
      .execute()
    return { status: 'failed', message, created: NOTHING, changed: [{ type: 'entry', id }] }
  }
}

async function register(trx: Trx, viewer: Viewer, services: Services, entry: LockedEntry, input: ProcessInput) {
  const company = await companyOf(trx, entry, input)
  const contact = await contactOf(trx, viewer, services, entry, input, company?.id ?? null)
  const enrolled =
    entry.group_id === null ? NOWHERE : await place(trx, viewer, services, entry, input, contact.id, company)
  const waits = input.waiting && entry.group_id !== null
  // Who waits for a place begins when there is one.
  const license = waits ? [] : await licenseOf(trx, services, entry, input, contact.id)
  await trx
    .updateTable('entries')
    .set({
      state: 'processed',
      message: '',
      contact_id: contact.id,
      company_id: company?.id ?? null,
      company_made: company?.made ?? false,
      waits,
      settled_at: new Date(),
      settled_by: viewer.id,
    })
    .where('id', '=', entry.id)
    .execute()
  const pair = (one: { id: number; name: string; made: boolean } | null): Pair | null =>
    one?.made ? [one.id, one.name] : null
  return {
    created: { company: pair(company), contact: pair(contact) },
    changed: [
      { type: 'entry', id: entry.id },
      { type: 'contact', id: contact.id },
      ...(company?.made ? [{ type: 'company', id: company.id }] : []),
      ...license,
      ...enrolled.partIds.map((part) => ({ type: 'appointment', id: part })),
      ...enrolled.enrolmentIds.map((enrolment) => ({ type: 'enrolment', id: enrolment })),
    ],
  }
}

const NOWHERE = { partIds: [] as number[], enrolmentIds: [] as number[] }

/** A place in the planning, or one in its waiting list. @throws Invalid */
async function place(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  entry: LockedEntry,
  input: ProcessInput,
  contactId: number,
  company: { id: number } | null,
) {
  const parts = await listPlanningParts(trx, entry.group_id!)
  if (parts.length === 0) throw new Invalid({ students: ['De planning is er niet meer, of is geannuleerd.'] })
  const partIds = parts.map((part) => part.id)
  const locked = await lockChosen(trx, viewer, partIds[0]!, 'all')
  // The place that was kept is the one that is taken now, whoever else waits for one.
  await trx.updateTable('entries').set({ held_part_ids: [] }).where('id', '=', entry.id).execute()
  const here = {
    contactId,
    companyId: company?.id ?? null,
    tell: input.sendMessage,
    locked: locked.map((part) =>
      entry.held_part_ids.includes(part.id) ? { ...part, reserved_count: part.reserved_count - 1 } : part,
    ),
  }
  const enrolmentIds = input.waiting
    ? await wait(trx, viewer, services, entry.group_id!, here)
    : await takePlace(trx, viewer, services, parts, here)
  return { partIds, enrolmentIds }
}

/** The licence for the e-learning that was asked for. @throws Invalid for who has no valid e-mail address */
export async function licenseOf(
  trx: Trx,
  services: Services,
  { e_learning_course, group_id }: Pick<LockedEntry, 'e_learning_course' | 'group_id'>,
  { sendMessage }: Pick<ProcessInput, 'sendMessage'>,
  contactId: number,
): Promise<RecordRef[]> {
  if (e_learning_course === null) return []
  const course = await findCourseByCode(trx, e_learning_course)
  if (!course) throw new Invalid({ e_learning_course: ['Deze e-learning is er niet meer.'] })
  const asked = { contactId, courseId: course.id, planningId: group_id, sendLink: sendMessage }
  return [{ type: 'e_learning_license', id: await createLicense(trx, services, asked) }]
}

/** The company that was chosen, or a new one; null for somebody who pays for themselves. @throws Invalid */
async function companyOf(trx: Trx, { batch, data }: LockedEntry, { company_id, isNew }: ProcessInput) {
  if (company_id !== null) return { ...(await findCompany(trx, company_id)), made: false }
  if (data.company === null) return null
  const made = await findMade(trx, batch)
  if (made) return { ...made, made: false }
  const { company } = data
  if (!isNew.company) {
    const [[one, ...others] = []] = await suggestCompanies(trx, [company])
    if (one && others.length > 0) throw new Invalid({ company_id: ['Kies welk bedrijf dit is.'] })
    if (one) return { id: one.id, name: one.name, made: false }
  }
  // A number of ours that no company of ours has is no number of a new one.
  const read = CompanyForm.safeParse({ ...company, client_id: '', invoice_email: '', website: '', note: '', vat_id: '', peppol_id: '', parent_id: '' }) // prettier-ignore
  if (!read.success) throw new Invalid(nameFields(fieldMessages(read.error), factsOf(companyFields)))
  return { id: await addCompany(trx, read.data), name: read.data.name, made: true }
}

async function findCompany(trx: Trx, id: number) {
  const company = await trx
    .selectFrom('companies')
    .select(['id', 'name', 'active'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!company?.active) throw new Invalid({ company_id: ['Dit bedrijf is er niet meer, of is niet actief.'] })
  return { id: company.id, name: company.name }
}

/** Who it is: as it was chosen, and judged again, so that somebody whom a colleague added meanwhile is not doubled. */
async function contactOf(
  trx: Trx,
  viewer: Viewer,
  services: Services,
  entry: LockedEntry,
  { contact_id, isNew }: ProcessInput,
  companyId: number | null,
) {
  const { name } = entry
  if (contact_id !== null) return { id: contact_id, name, made: false }
  const [match] = await matchEntries(trx, viewer, [entry])
  if (match!.choice !== null && match!.choice > 0) return { id: match!.choice, name, made: false }
  if (!isNew.contact && match!.choice === null) throw new Invalid({ contact_id: ['Kies wie dit is.'] })
  const read = ContactForm.safeParse(newContactFields(personOf(entry, 1).fields, companyId))
  if (!read.success) throw new Invalid(nameFields(fieldMessages(read.error), factsOf(contactFields)))
  return { id: await addContact(trx, viewer, read.data, services), name, made: true }
}

interface Place {
  contactId: number
  companyId: number | null
  tell: boolean
  locked: Awaited<ReturnType<typeof lockChosen>>
}

const NO_WISHES = { weekdays: [], establishment_id: null, from_date: null, until_date: null }

async function wait(trx: Trx, viewer: Viewer, services: Services, planningId: number, place: Place) {
  const { contactId, companyId, tell } = place
  const { company_id } = await getOwn(trx, contactId)
  const payer = { pays_alone: companyId === null, invoice_relation_id: company_id === companyId ? null : companyId }
  await placeInLine(trx, viewer, services, { planningId }, { contactIds: [contactId], wishes: NO_WISHES, tell, payer })
  return []
}

const getOwn = (trx: Trx, contactId: number) =>
  trx
    .selectFrom('contacts')
    .select(['company_id', 'email', 'first_name', 'initials', 'last_name_prefix', 'last_name'])
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow(() => new NotFound('Contact'))

type Parts = Awaited<ReturnType<typeof listPlanningParts>>

/** Enrols, by the commands that all enrol by: for the company that signed them up, or for themselves where none did. */
async function takePlace(trx: Trx, viewer: Viewer, services: Services, parts: Parts, place: Place): Promise<number[]> {
  const { contactId, companyId, tell, locked } = place
  const contact = await getOwn(trx, contactId)
  const wanted = parts.map(({ id }) => ({ contactId, partId: id }))
  const byThemselves = tell ? await foreseeEnrolled(trx, wanted) : []
  const { enrolmentIds, people } = await enrol(trx, viewer, {
    appointmentId: parts[0]!.id,
    contactIds: [contactId],
    whatAppointments: 'all',
    locked,
    alone: companyId === null,
    ...(companyId === null || contact.company_id === companyId
      ? {}
      : { invoiceTo: { ...AS_AGREED, invoice_relation_id: companyId } }),
  })
  if (!tell) await passOverConfirmed(trx, wanted)
  else if (people > 0 && byThemselves.length === 0 && contact.email)
    await queueMail(trx, services, {
      to: contact.email,
      subject: `U bent ingeschreven: ${parts[0]!.course}`,
      text: `Beste ${addressed(contact)},\n\nU bent ingeschreven voor ${parts[0]!.course}.\n\n${parts.map((part) => `- ${formatPeriod(part.starts_at, part.ends_at)}`).join('\n')}`,
      record: { type: 'contact', id: contactId },
      atOnce: false,
    })
  return enrolmentIds
}

/** Sets a sign-up aside; the place that was kept comes free. @throws HttpError (409) for what was processed */
export async function removeEntry(trx: Trx, viewer: Viewer, id: number): Promise<RecordRef[]> {
  const entry = await lockEntry(trx, id)
  if (entry.state === 'processed') throw new HttpError(409, 'Deze registratie is al verwerkt.')
  if (!isOpen(entry.state)) return []
  await lockParts(trx, entry.held_part_ids)
  await trx
    .updateTable('entries')
    .set({ state: 'removed', settled_at: new Date(), settled_by: viewer.id })
    .where('id', '=', id)
    .execute()
  return [{ type: 'entry', id }, ...entry.held_part_ids.map((part) => ({ type: 'appointment', id: part }))]
}
