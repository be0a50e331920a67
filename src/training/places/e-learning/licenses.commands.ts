import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { NO_ADDRESS, expiryOf, hasAddress, isExpired } from './e-learning.rules.ts'
import { type ELearningCourse, getCourse, getLicense, listWithout } from './e-learning.queries.ts'
import { LINK, tellSoon } from './supplier.job.ts'

const GONE = 'Deze licentie is al beëindigd.'

/** A new licence, which the supplier is told of by a job; what it costs is billed with the customer's next invoice. */
async function addLicense(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  course: ELearningCourse,
  { contactId, planningId, sendLink }: { contactId: number; planningId: number | null; sendLink: boolean },
): Promise<number> {
  const { id } = await trx
    .insertInto('e_learning_licenses')
    .values({
      contact_id: contactId,
      e_learning_course_id: course.id,
      group_id: planningId,
      expires_on: expiryOf(course.expiry_days, today()),
      wish: 'create',
      sends_link: sendLink,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await charge(trx, course, id)
  await tellSoon(trx, services)
  return id
}

/** The link goes once nobody takes that back any more. */
const linkSoon = (trx: Trx, { jobs }: Pick<Services, 'jobs'>, id: number) =>
  jobs.add(trx, LINK, { id }, { key: `${LINK}.${id}`, undoable: true })

async function charge(
  trx: Trx,
  { product_id }: Pick<ELearningCourse, 'product_id'>,
  license_id: number,
): Promise<void> {
  if (product_id !== null) await trx.insertInto('e_learning_charges').values({ license_id, day: today() }).execute()
}

/** @throws Invalid on `contact_id` for somebody who cannot be written to; NotFound */
async function refuseWithoutAddress(trx: Trx, contactId: number): Promise<void> {
  const contact = await trx
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', contactId)
    .forShare()
    .executeTakeFirst()
  if (!contact) throw new NotFound('Contact')
  if (!hasAddress(contact.email)) throw new Invalid({ contact_id: [NO_ADDRESS] })
}

/** A licence for one person. @throws Invalid where there is no valid e-mail address */
export async function createLicense(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  {
    contactId,
    courseId,
    sendLink,
    planningId = null,
  }: { contactId: number; courseId: number; sendLink: boolean; planningId?: number | null },
): Promise<number> {
  await refuseWithoutAddress(trx, contactId)
  const course = await getCourse(trx, courseId)
  if (!course.active) throw new Invalid({ e_learning_course_id: ['Deze e-learning wordt niet meer gegeven.'] })
  return addLicense(trx, services, course, { contactId, planningId, sendLink })
}

/**
 * Attaches students of a planning: a licence of theirs that hangs on none, else a new one.
 * @throws Invalid on `students` for who has one here already or is not in it, or cannot be written to
 */
export async function attach(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  {
    planningId,
    contactIds,
    courseId,
    sendLink,
  }: { planningId: number; contactIds: number[]; courseId: number; sendLink: boolean },
): Promise<{ ids: number[]; made: number }> {
  if (contactIds.length === 0) throw new Invalid({ students: ['Kies minimaal één cursist.'] })
  await sql`select id from appointment_groups where id = ${planningId} for update`.execute(trx)
  const course = await getCourse(trx, courseId)
  const without = new Map((await listWithout(trx, planningId, courseId)).map((student) => [student.id, student]))
  const ids: number[] = []
  let made = 0
  for (const contactId of new Set(contactIds)) {
    const student = without.get(contactId)
    if (!student)
      throw new Invalid({ students: ['Een gekozen cursist is niet ingeschreven, of heeft al een licentie.'] })
    if (!student.valid) throw new Invalid({ students: [NO_ADDRESS] })
    if (student.loose !== null)
      ids.push(await attachLoose(trx, services, { contactId, courseId, planningId, sendLink }))
    else {
      ids.push(await addLicense(trx, services, course, { contactId, planningId, sendLink }))
      made++
    }
  }
  return { ids, made }
}

async function attachLoose(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  {
    contactId,
    courseId,
    planningId,
    sendLink,
  }: { contactId: number; courseId: number; planningId: number; sendLink: boolean },
): Promise<number> {
  const { id } = await trx
    .selectFrom('e_learning_licenses')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('e_learning_course_id', '=', courseId)
    .where('group_id', 'is', null)
    .where('active', '=', true)
    .where('completed_at', 'is', null)
    .orderBy('expires_on', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const asked = sendLink ? { sends_link: true } : {}
  await trx
    .updateTable('e_learning_licenses')
    .set({ group_id: planningId, ...asked })
    .where('id', '=', id)
    .execute()
  if (sendLink) await linkSoon(trx, services, id)
  return id
}

/** Takes a licence off a planning; it stays active. @throws NotFound where it does not hang on it */
export async function detach(trx: Trx, id: number, planningId: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('e_learning_licenses')
    .set({ group_id: null })
    .where('id', '=', id)
    .where('group_id', '=', planningId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new NotFound('Licentie')
}

const lock = (trx: Trx, id: number) =>
  trx.selectFrom('e_learning_licenses').select(['id', 'active', 'wish', 'supplier_id', 'attempts']).where('id', '=', id).forUpdate().executeTakeFirst() // prettier-ignore

const wishing = (wish: 'renew' | 'end') =>
  ({
    wish,
    stopped: false,
    key: sql<string>`gen_random_uuid()`,
    attempts: 0,
    next_attempt_at: sql<Date>`now()`,
    message: null,
  }) as const

/** Valid anew from today, which costs what a new one does. @throws HttpError (409) for one that was ended, or is still ordered */
export async function renew(trx: Trx, services: Pick<Services, 'jobs'>, id: number): Promise<string> {
  const row = await lock(trx, id)
  if (!row) throw new NotFound('Licentie')
  if (!row.active) throw new HttpError(409, GONE)
  if (row.wish === 'create')
    throw new HttpError(409, 'De leverancier heeft deze licentie nog niet gemaakt. Verleng haar daarna.')
  const license = await getLicense(trx, id)
  const expires_on = expiryOf(license.expiry_days, today())
  if (expires_on === license.expires_on) throw new HttpError(409, 'Deze licentie is vandaag al verlengd of gemaakt.')
  await trx
    .updateTable('e_learning_licenses')
    .set({ expires_on, ...wishing('renew') })
    .where('id', '=', id)
    .execute()
  await charge(trx, license, id)
  await tellSoon(trx, services)
  return expires_on
}

/** The order of which no answer came is looked up by its key, once it cannot be on its way any more. */
const ORDERED = {
  order_key: sql<string>`key`,
  next_attempt_at: sql<Date>`least(next_attempt_at, now() + interval '1 minute')`,
}

/** Ends a licence, which still costs what it did; one that the supplier was never told of is as if it never was. @throws HttpError (409) */
export async function end(trx: Trx, services: Pick<Services, 'jobs'>, id: number): Promise<void> {
  const row = await lock(trx, id)
  if (!row) throw new NotFound('Licentie')
  if (!row.active) throw new HttpError(409, GONE)
  const told = row.supplier_id !== null || row.attempts > 0
  await trx
    .updateTable('e_learning_licenses')
    .set({
      active: false,
      group_id: null,
      ...(told ? wishing('end') : { wish: null }),
      ...(told && row.supplier_id === null ? ORDERED : {}),
    })
    .where('id', '=', id)
    .execute()
  if (!told) await trx.deleteFrom('e_learning_charges').where('license_id', '=', id).execute()
  await tellSoon(trx, services)
}

/** Sends the link by which somebody follows the course. @throws Invalid, HttpError (409) */
export async function sendLink(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  id: number,
  planningId: number | null,
): Promise<void> {
  const license = await getLicense(trx, id)
  if (planningId !== null && license.group_id !== planningId) throw new NotFound('Licentie')
  if (!license.active) throw new HttpError(409, GONE)
  if (isExpired({ until: license.expires_on }, today()))
    throw new HttpError(409, 'Deze licentie is verlopen. Verleng haar eerst.')
  if (!hasAddress(license.email)) throw new Invalid({ contact_id: [NO_ADDRESS] })
  const asked = license.wish === 'create' ? {} : { link_sent_at: new Date() }
  await trx
    .updateTable('e_learning_licenses')
    .set({ sends_link: true, ...asked })
    .where('id', '=', id)
    .execute()
  if (license.wish !== 'create') await linkSoon(trx, services, id)
}

export const attachedText = (people: number, made: number): string =>
  `${formatCount(people, 'cursist', 'cursisten')} gekoppeld, ${formatCount(made, 'nieuwe licentie', 'nieuwe licenties')}`
