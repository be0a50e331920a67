import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { type Claimed, type Outbox, ShutOut, tellDue } from '../../../platform/outside/outbox.ts'
import type { Services } from '../../../platform/services.ts'
import { outcomeOf, tell } from './outcomes.commands.ts'
import { type Access, type Answer, type Asked, type Register, checkAt, findAt, handTo } from './register.ts'
import { REGISTERS } from './registers.ts'
import { NOT_PASSED, REGISTER_NAMES, type RegisterKey } from './requests.rules.ts'

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
    if (error instanceof ShutOut) return [refused(key)]
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

interface Waiting extends Claimed {
  group_id: number
  contact_id: number
}

/** Whether somebody who waits still passed: a result may be put right meanwhile, and who passed may be taken out. */
async function hasPassed(db: Db, { group_id, contact_id }: Waiting): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean | null }>`
    select bool_and(e.passed is not distinct from 1) as passed from enrolments e
    join appointments a on a.id = e.appointment_id and a.status <> 'cancelled'
    where a.group_id = ${group_id} and e.contact_id = ${contact_id}`.execute(db)
  return rows[0]!.passed ?? false
}

/** Who waits for one register; where it lets us in no more the rest waits. */
const outboxOf = ({ db, changes }: Services, register: Register, access: Access): Outbox<Waiting, Answer> => ({
  table: 'register_requests',
  record: 'register-request',
  waits: sql`due.state = 'queued' and due.register = ${register.key}`,
  find: ({ key }) => findAt(access, key),
  send: async (waiting) => {
    const { group_id, contact_id, key } = waiting
    if (!(await hasPassed(db, waiting))) return { status: 'rejected', message: NOT_PASSED }
    const records = await register.records(db, group_id, [contact_id])
    return handTo(access, records.get(contact_id)!, key)
  },
  settle: async (trx, { id }, answer) => changes.announce(trx, await tell(trx, id, 'queued', outcomeOf(answer))),
  stopped: sql`state = 'failed'`,
  says: { unavailable: unreachable(register.key), refused: refused(register.key) },
})

export const handOver: JobHandler = waitsOutside(async (_payload, services) => {
  for (const register of Object.values(REGISTERS)) {
    const access = await register.access(services)
    if (access !== null) await tellDue(services, outboxOf(services, register, access))
  }
})
