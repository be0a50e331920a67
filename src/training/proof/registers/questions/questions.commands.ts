import { sql } from 'kysely'
import { withoutAccount } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../../platform/errors.ts'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { parseForm } from '../../../../platform/forms/invalid.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { derivedToken } from '../../../../platform/links.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import type { RecordRef } from '../../../../platform/screens/models.ts'
import type { Services } from '../../../../platform/services.ts'
import { type ContactInput, addressed, changeContact, contactFields } from '../../../../relations/contacts/index.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { listRefused } from '../preflight.queries.ts'
import { sendNow } from '../registers.commands.ts'
import * as z from 'zod'
import { LINK_DAYS, type Mendable, whyNotAsked } from './mending.rules.ts'
import { type Question, findByToken, leadsTo, listQuestions } from './questions.queries.ts'

/** The course of a planning, as a mail names it. */
const courseOf = async (trx: Trx, planningId: number): Promise<string> =>
  (
    await trx
      .selectFrom('appointment_groups')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select('courses.description')
      .where('appointment_groups.id', '=', planningId)
      .executeTakeFirstOrThrow()
  ).description

/** Keeps that somebody is asked; null for who was within a day, also by somebody who asks at the same moment. */
async function keepAsked(trx: Trx, planningId: number, contactId: number) {
  const { rows } = await sql<{ id: number; expires_at: Date }>`
    insert into register_questions as asked (group_id, contact_id, expires_at)
    values (${planningId}, ${contactId}, now() + make_interval(days => ${LINK_DAYS}))
    on conflict (group_id, contact_id) do update
      set asked_at = now(), expires_at = excluded.expires_at, answered_at = null, withdrawn_at = null
      where asked.asked_at <= now() - interval '24 hours'
    returning id, expires_at`.execute(trx)
  return rows[0] ?? null
}

async function mailQuestion(
  trx: Trx,
  services: Services,
  { contactId, email, name }: Question,
  about: { id: number; course: string; until: Date },
): Promise<void> {
  const token = derivedToken(services.config, about.id, leadsTo({ id: about.id, contact_id: contactId }))
  const { href } = new URL(`/gegevens/${token}`, services.config.baseUrl)
  const { name: organisation } = await readSetting(trx, 'organisation')
  await queueMail(trx, services, {
    to: email!,
    subject: `Uw gegevens voor ${about.course}`,
    text: `Beste ${addressed(name)},\n\nVoor uw inschrijving bij ${about.course} melden wij u aan bij een register. Daarvoor ontbreekt nog iets, of klopt er iets niet.\n\nVul het aan op deze pagina:\n${href}\n\nDe link werkt tot en met ${formatDate(about.until)}.\n\n${organisation || 'Noordkaap'}`,
    record: { type: 'contact', id: contactId },
    secret: token,
  })
}

/**
 * Mails students of a planning a link by which they mend what a register will not take; who cannot be asked is left out.
 * @returns how many
 * @throws HttpError (409) with why, when nobody can be
 */
export async function askStudents(
  trx: Trx,
  services: Services,
  planningId: number,
  contactIds: readonly number[],
): Promise<number> {
  const now = new Date()
  const course = await courseOf(trx, planningId)
  const questions = await listQuestions(trx, services.config, planningId, contactIds)
  let asked = 0
  let why: string | null = null
  for (const id of contactIds) {
    const question = questions.get(id)!
    const against = whyNotAsked({ ...question, now })
    const kept = against === null ? await keepAsked(trx, planningId, id) : null
    if (kept === null) {
      why ??= against ?? whyNotAsked({ ...question, askedAt: now, now })
      continue
    }
    await mailQuestion(trx, services, question, { id: kept.id, course, until: kept.expires_at })
    asked++
  }
  if (asked === 0) throw new HttpError(409, why ?? 'Er is niemand om te vragen.')
  return asked
}

/** From now on the link that somebody has leads nowhere. @throws NotFound, HttpError (409) when it leads nowhere already */
export async function withdrawQuestion(trx: Trx, planningId: number, contactId: number): Promise<void> {
  const asked = await trx
    .selectFrom('register_questions')
    .select(['id', 'answered_at', 'withdrawn_at'])
    .where('group_id', '=', planningId)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) throw new NotFound('Vraag')
  if (asked.answered_at ?? asked.withdrawn_at) throw new HttpError(409, 'Er staat geen vraag aan deze cursist open.')
  await trx
    .updateTable('register_questions')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', asked.id)
    .execute()
}

/** What was typed for these fields. @throws Invalid for what is left out or is none */
function readMended(fields: readonly Mendable[], typed: Record<string, string>): Partial<ContactInput> {
  const read: Partial<ContactInput> = parseForm(z.object(parsersOf(contactFields, ...fields)), typed)
  const empty = (['birth_date', 'email'] as const).filter((field) => fields.includes(field) && !read[field])
  if (empty.length > 0)
    throw new Invalid(Object.fromEntries(empty.map((field) => [field, [`Vul ${field === 'email' ? 'uw e-mailadres' : 'uw geboortedatum'} in.`]]))) // prettier-ignore
  if (fields.includes('first_name') && !read.first_name && !read.initials)
    throw new Invalid({ first_name: ['Vul uw voornaam in.'] })
  return read
}

/**
 * Stores what somebody mended by the rules of the contact; whoever a register had refused is sent to it again.
 * @returns whether the link still led somewhere
 * @throws Invalid
 */
export async function mend(
  trx: Trx,
  services: Services,
  token: string,
  typed: Record<string, string>,
): Promise<boolean> {
  const question = await findByToken(trx, services.config, token)
  if (!question) return false
  const { id, group_id, contact_id } = question
  await trx.selectFrom('register_questions').select('id').where('id', '=', id).forUpdate().execute()
  const { fields } = (await listQuestions(trx, services.config, group_id, [contact_id])).get(contact_id)!
  if (fields.length === 0) return true
  await changeContact(trx, withoutAccount(), contact_id, readMended(fields, typed), services)
  await trx
    .updateTable('register_questions')
    .set({ answered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const changed: RecordRef[] = [{ type: 'contact', id: contact_id }]
  for (const refused of await listRefused(trx, group_id)) {
    if (refused.contact_id !== contact_id) continue
    await sendNow(trx, services, { id: refused.id })
    changed.push({ type: 'register-request', id: refused.id })
  }
  await services.changes.announce(trx, changed)
  return true
}
