import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'
import { again, outcomeOf, record } from './outcomes.commands.ts'
import { type Access, type Answer, type Asked, type Register, Refused, checkAt, findAt, handTo } from './register.ts'
import { REGISTERS } from './registers.ts'
import { REGISTER_NAMES, type RegisterKey, pauseAfter } from './requests.rules.ts'

const unreachable = (key: RegisterKey) => `${REGISTER_NAMES[key]} is nu niet bereikbaar. Probeer het later opnieuw.`
const refused = (key: RegisterKey) => `${REGISTER_NAMES[key]} laat ons niet toe. Laat de beheerder de ${key === 'hok' ? 'sleutel' : 'verbinding'} nakijken.` // prettier-ignore
const noAddress = (key: RegisterKey) => `Er is nog geen verbinding met ${REGISTER_NAMES[key]} ingesteld.`

/** What keeps these students from being passed on: our own rules first, then the register's. */
export async function validate(services: Services, key: RegisterKey, asked: Asked): Promise<string[]> {
  const register = REGISTERS[key]
  const { errors, students } = await register.ownErrors(services.db, services.config, asked)
  if (errors.length > 0) return errors
  const access = await register.access(services)
  if (access === null) return [noAddress(key)]
  try {
    const records = await register.records(services.db, asked.planningId, students)
    return await checkAt(access, [...records.values()])
  } catch (error) {
    if (error instanceof Unavailable) return [unreachable(key)]
    if (error instanceof Refused) return [refused(key)]
    throw error
  }
}

const TASK = 'register.hand-over'
const sendSoon = (trx: Trx, { jobs }: Pick<Services, 'jobs'>) => jobs.add(trx, TASK, {}, { key: TASK })

/**
 * Puts students who passed on their way to the register; a job hands them over. Who was refused before is tried anew.
 * @returns how many
 * @throws Invalid by our own rules
 */
export async function passOn(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'config'>,
  key: RegisterKey,
  asked: Asked,
): Promise<number> {
  const refuse = (text: string): never => {
    throw new Invalid({ [`pass_to_${key}`]: [text] })
  }
  if (asked.students.length === 0) refuse('Er zijn geen geslaagde cursisten om door te geven.')
  const { errors } = await REGISTERS[key].ownErrors(trx, services.config, asked)
  if (errors.length > 0) refuse(errors.join(' '))
  await sql`
    insert into register_requests (register, group_id, contact_id)
    select ${key}, ${asked.planningId}::integer, unnest(${asked.students}::integer[])
    on conflict (group_id, contact_id, register) do update set state = 'queued', message = null, attempts = 0, next_attempt_at = now()
    where register_requests.state = 'rejected'`.execute(trx)
  await sendSoon(trx, services)
  return asked.students.length
}

/** What waits, or was refused, is sent now, after looking up what was tried before. @returns how many */
export async function sendNow(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  of: { id: number } | { register: RegisterKey },
): Promise<number> {
  const which = 'id' in of ? sql`id = ${of.id}` : sql`register = ${of.register} and state <> 'rejected'`
  const { rows } = await sql`
    update register_requests set state = 'queued', attempts = least(attempts, 1), next_attempt_at = now(), message = null
    where state <> 'accepted' and ${which} returning id`.execute(trx)
  if ('id' in of && rows.length === 0) throw new HttpError(409, 'Deze cursist is al doorgegeven.')
  if (rows.length > 0) await sendSoon(trx, services)
  return rows.length
}

/** Somebody is not passed on after all. @throws HttpError when the register has it already */
export async function deleteRequest(trx: Trx, id: number): Promise<void> {
  const request = await trx
    .selectFrom('register_requests')
    .select(['state', sql<RegisterKey>`register`.as('register')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new NotFound('Doorgegeven cursist')
  if (request.state === 'accepted')
    throw new HttpError(
      409,
      `Deze cursist is al doorgegeven. Trek het in bij ${REGISTER_NAMES[request.register]} zelf.`,
    )
  await trx.deleteFrom('register_requests').where('id', '=', id).execute()
}

interface Claimed {
  id: number
  group_id: number
  contact_id: number
  key: string
  attempts: number
}

/** As many as one run sends; the next goes on. */
const MOST_AT_ONCE = 200

/** Takes the next that is due, so that two who send at once take another each; it says when it is tried again. */
async function claimNext(db: Db, register: RegisterKey): Promise<Claimed | undefined> {
  return inTransaction(db, null, async (trx) => {
    const { rows } = await sql<Claimed>`
      update register_requests r set attempts = r.attempts + 1, next_attempt_at = now() + interval '1 minute'
      where r.id = (select due.id from register_requests due
        where due.state = 'queued' and due.register = ${register} and due.next_attempt_at <= now()
        order by due.next_attempt_at, due.id limit 1 for update skip locked)
      returning r.id, r.group_id, r.contact_id, r.key, r.attempts`.execute(trx)
    return rows[0]
  })
}

/** No answer: again after a pause that grows, until it was tried often enough. */
async function postpone(services: Services, key: RegisterKey, { id, attempts }: Claimed): Promise<void> {
  const minutes = pauseAfter(attempts)
  const next = minutes === null ? { state: 'failed' } : again(minutes)
  await record(services, id, 'queued', { message: unreachable(key), ...next })
}

const NOT_PASSED = 'De uitslag is intussen gewijzigd: deze cursist is niet geslaagd.'

/** Whether somebody who waits still passed: a result may be put right meanwhile, and who passed may be taken out. */
async function hasPassed(db: Db, { group_id, contact_id }: Pick<Claimed, 'group_id' | 'contact_id'>): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean | null }>`
    select bool_and(e.passed is not distinct from 1) as passed from enrolments e
    join appointments a on a.id = e.appointment_id and a.status <> 'cancelled'
    where a.group_id = ${group_id} and e.contact_id = ${contact_id}`.execute(db)
  return rows[0]!.passed ?? false
}

/** What was sent before without an answer is looked up first: it may have arrived. */
async function handOverOne(services: Services, register: Register, access: Access, claimed: Claimed): Promise<Answer> {
  const { group_id, contact_id, key, attempts } = claimed
  const found = attempts > 1 ? await findAt(access, key) : null
  if (found) return found
  if (!(await hasPassed(services.db, claimed))) return { status: 'rejected', message: NOT_PASSED }
  const records = await register.records(services.db, group_id, [contact_id])
  return handTo(access, records.get(contact_id)!, key)
}

/** Hands over what is due to one register, one by one; where it lets us in no more the rest waits. */
async function handOverTo(services: Services, register: Register): Promise<void> {
  const access = await register.access(services)
  if (access === null) return
  for (let sent = 0; sent < MOST_AT_ONCE; sent++) {
    const claimed = await claimNext(services.db, register.key)
    if (!claimed) return
    try {
      await record(services, claimed.id, 'queued', outcomeOf(await handOverOne(services, register, access, claimed)))
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Refused)) throw error
      services.log.warn({ reason: error.message }, `${REGISTER_NAMES[register.key]} did not take a student`)
      await postpone(services, register.key, claimed)
      if (error instanceof Refused)
        return record(services, claimed.id, 'queued', { state: 'queued', message: refused(register.key) })
    }
  }
}

export const handOver: JobHandler = waitsOutside(async (_payload, services) => {
  for (const register of Object.values(REGISTERS)) await handOverTo(services, register)
})
